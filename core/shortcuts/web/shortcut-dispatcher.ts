import type { Disposable } from '#core/base/common/index.ts';
import { ChoiceHook, Disposables, toDisposable } from '#core/base/common/index.ts';
import type { CommandRegistry } from '#core/commands/web/index.ts';
import type { Shortcut } from '../common/index.ts';
import { matches, parseShortcut, shortcutText } from '../common/index.ts';
import type { KeyMap } from './key-map.ts';

/** Owner of the commands that manifests declare. */
const DECLARED = 'manifests';

/** Shortcuts are ignored while the user types; a field that only shows what was chosen takes no typing. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return (
    target instanceof HTMLInputElement &&
    !target.readOnly &&
    !['checkbox', 'radio', 'button', 'range', 'color', 'submit'].includes(target.type)
  );
}

/** Listens for keys on the window and runs the command of a matching chord. */
export class ShortcutDispatcher implements Disposable {
  /** Asked first: an editor or an open app may take the key; `true` = taken. */
  readonly pressed = new ChoiceHook<[event: KeyboardEvent], boolean>('core.shortcut.pressed');
  #bindings: readonly { readonly shortcut: Shortcut; readonly command: string }[] | undefined;
  readonly #owned = new Disposables();

  constructor(
    private readonly commands: CommandRegistry,
    private readonly keys: KeyMap,
  ) {
    const listener = (event: KeyboardEvent): void => this.#press(event);
    window.addEventListener('keydown', listener);
    this.#owned.add(toDisposable(() => window.removeEventListener('keydown', listener)));
    this.#owned.add(toDisposable(keys.onChange(() => (this.#bindings = undefined))));
  }

  /** Takes the chords of the declared commands. */
  bind(): void {
    const commands = [...this.commands.state.commands.values()].filter(
      each => !each.hidden || each.shortcuts.length > 0,
    );
    this.keys.declare(
      DECLARED,
      commands.map(({ id, title, group, scope, shortcuts }) => ({ id, title, group, scope, chords: shortcuts })),
    );
  }

  /** The command that a key runs now: the first that is offered and that `among` lets pass. */
  commandOf(event: KeyboardEvent, among: (command: string) => boolean = () => true): string | undefined {
    return this.#all().find(
      each => among(each.command) && matches(each.shortcut, event) && this.commands.offered(each.command),
    )?.command;
  }

  /** Chords claimed by more than one command that is offered now, for the help sheet. */
  conflicts(): readonly string[] {
    const seen = new Map<string, string>();
    const twice = new Set<string>();
    for (const { shortcut, command } of this.#all()) {
      if (!this.commands.offered(command)) continue;
      const text = shortcutText(shortcut);
      if (seen.has(text) && seen.get(text) !== command) twice.add(text);
      seen.set(text, command);
    }
    return [...twice];
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #press(event: KeyboardEvent): void {
    if (event.defaultPrevented || isTyping(event.target) || event.isComposing) return;
    if (this.pressed.call(event) === true) {
      event.preventDefault();
      return;
    }
    const found = this.commandOf(event);
    if (found === undefined) return;
    event.preventDefault();
    void this.commands.run(found);
  }

  #all(): readonly { readonly shortcut: Shortcut; readonly command: string }[] {
    this.#bindings ??= [...this.commands.state.commands.keys()].flatMap(command =>
      this.keys.chords(command).map(chord => ({ shortcut: parseShortcut(chord), command })),
    );
    return this.#bindings;
  }
}
