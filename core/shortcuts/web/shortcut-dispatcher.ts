import type { Disposable } from '#core/base/common/index.ts';
import { Choice, toDisposable } from '#core/base/common/index.ts';
import type { CommandRegistry } from '#core/commands/web/index.ts';
import type { Shortcut } from '../common/index.ts';
import { matches, parseShortcut, shortcutText } from '../common/index.ts';

/** Shortcuts are ignored while the user types (spec 2). */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range', 'color', 'submit'].includes(target.type);
}

/** Listens for keys on the window and runs the command of a matching chord. */
export class ShortcutDispatcher implements Disposable {
  /** Asked first: an editor or an open app may take the key; `true` = taken. */
  readonly pressed = new Choice<[event: KeyboardEvent], boolean>('core.shortcut.pressed');
  #bindings: readonly { readonly shortcut: Shortcut; readonly command: string }[] = [];
  readonly #listening: Disposable;

  constructor(private readonly commands: CommandRegistry) {
    const listener = (event: KeyboardEvent): void => this.#press(event);
    window.addEventListener('keydown', listener);
    this.#listening = toDisposable(() => window.removeEventListener('keydown', listener));
  }

  /** Takes the chords of the declared commands. */
  bind(): void {
    this.#bindings = [...this.commands.state.commands.values()].flatMap(command => command.shortcuts.map(chord => ({ shortcut: parseShortcut(chord), command: command.id })));
  }

  /** Chords claimed by more than one command that is offered now, for the help sheet. */
  conflicts(): readonly string[] {
    const seen = new Map<string, string>();
    const twice = new Set<string>();
    for (const { shortcut, command } of this.#bindings) {
      if (!this.commands.offered(command)) continue;
      const text = shortcutText(shortcut);
      if (seen.has(text) && seen.get(text) !== command) twice.add(text);
      seen.set(text, command);
    }
    return [...twice];
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #press(event: KeyboardEvent): void {
    if (event.defaultPrevented || isTyping(event.target) || event.isComposing) return;
    if (this.pressed.call(event) === true) {
      event.preventDefault();
      return;
    }
    const found = this.#bindings.find(each => matches(each.shortcut, event) && this.commands.offered(each.command));
    if (found === undefined) return;
    event.preventDefault();
    void this.commands.run(found.command);
  }
}
