import { chordText, parseShortcut, matches } from '#core/shortcuts/common/index.ts';
import { Fault } from '#core/base/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { FormActions, FormScriptEvents } from '#sdk/form/form-protocol.ts';
import { isFormPath } from '#sdk/form/form-path.ts';
import { messages as texts } from '../messages.ts';
import type { ScriptForm } from './script-form.ts';

/** Messages of a script in this time at most, milliseconds. */
const MOST_TOASTS = 5;
const TOASTS_MS = 10_000;
const MOST_SHORTCUTS = 50;
/** Moves of the keyboard to another field: one in this time, milliseconds. */
const FOCUS_MS = 500;
/** Keys that belong to fields and to the form. */
const formKeys: readonly string[] = [
  'Escape',
  'Enter',
  'Tab',
  'Shift+Tab',
  'Space',
  'C',
  'Alt+Enter',
  'Alt+Backspace',
  'Alt+Shift+Up',
  'Alt+Shift+Down',
  'Ctrl+A',
  'Ctrl+C',
  'Ctrl+V',
  'Ctrl+X',
  'Ctrl+Z',
  'Ctrl+Shift+Z',
  'Ctrl+Y',
];

/** Services of the screen for scripts. */
export interface ScreenPorts {
  readonly form: ScriptForm;
  readonly toast: (text: string, tone: 'info' | 'success' | 'error') => void;
  readonly confirm: (question: {
    readonly title: string;
    readonly text: string;
    readonly action: string;
  }) => Promise<boolean>;
  /** Chords of the product's commands. */
  readonly chords: () => readonly string[];
  readonly busy: (text: string | undefined, on: boolean) => void;
  /** Something was refused, for those who write scripts. */
  readonly refused: (text: string) => void;
  readonly now?: () => number;
}

/** Calls of scripts on the screen, within bounds that no script can widen. */
export class ScriptScreen {
  readonly #shortcuts = new Map<string, string>();
  #toasts: readonly number[] = [];
  #asking = false;
  #focused = 0;

  constructor(private readonly ports: ScreenPorts) {}

  busy(given: FormScriptEvents['busy']): void {
    if (isRecord(given))
      this.ports.busy(
        typeof given['text'] === 'string' ? given['text'].slice(0, 200) : undefined,
        given['on'] === true,
      );
  }

  /** Shows a message, unless there were too many lately. */
  toast(given: FormScriptEvents['toast']): void {
    if (!isRecord(given) || typeof given['text'] !== 'string' || given['text'].trim() === '') return;
    const now = (this.ports.now ?? Date.now)();
    this.#toasts = this.#toasts.filter(each => each > now - TOASTS_MS);
    if (this.#toasts.length >= MOST_TOASTS)
      return this.ports.refused(texts.scriptScreen.theScriptShowedMoreThan(MOST_TOASTS, TOASTS_MS / 1000));
    this.#toasts = [...this.#toasts, now];
    this.ports.toast(
      given['text'].slice(0, 300),
      given['tone'] === 'error' || given['tone'] === 'success' ? given['tone'] : 'info',
    );
  }

  /** @throws Fault when another question of the script is open. */
  async confirm(given: FormActions['confirm']['args']): Promise<boolean> {
    if (this.#asking) throw new Fault('ASKING', 'The script already asks something. Wait for the answer.');
    const text: unknown = given.text;
    if (typeof text !== 'string' || text.trim() === '') throw new Fault('BAD_QUESTION', 'A question needs a text.');
    this.#asking = true;
    try {
      return await this.ports.confirm({
        title: texts.scriptScreen.formAsks,
        text: text.slice(0, 1000),
        action:
          typeof given.action === 'string' && given.action.trim() !== ''
            ? given.action.slice(0, 40)
            : texts.scriptScreen.yes,
      });
    } finally {
      this.#asking = false;
    }
  }

  /** Opens a modal by its content. */
  open(given: FormScriptEvents['open']): void {
    const { controller } = this.ports.form;
    const modal = isRecord(given) ? controller.plan.component(String(given['id'])) : undefined;
    const [first] = modal?.children ?? [];
    if (modal?.type !== 'modal' || first === undefined || controller.visibility(modal.id) === 'hidden')
      return this.ports.refused(
        texts.scriptScreen.isNoModalThatCan(isRecord(given) ? String(given['id']).slice(0, 64) : ''),
      );
    this.ports.form.show([...controller.plan.pathOf(first.id, [])]);
  }

  /** Gives a component the keyboard, unless somebody types elsewhere. */
  focus(given: FormScriptEvents['focus']): void {
    const { controller } = this.ports.form;
    const path = isRecord(given) ? given['path'] : undefined;
    if (
      !isFormPath(path) ||
      controller.plan.component(String(path.at(-1))) === undefined ||
      controller.visibility(String(path.at(-1))) === 'hidden'
    )
      return;
    const now = (this.ports.now ?? Date.now)();
    if (controller.drafts.openAt !== undefined || now - this.#focused < FOCUS_MS) return;
    this.#focused = now;
    this.ports.form.show(path);
  }

  /** Takes keys for the script, where nothing of the product has them. */
  shortcut(given: FormScriptEvents['shortcut']): void {
    if (!isRecord(given) || typeof given['keys'] !== 'string' || given['keys'].length > 40) return;
    const { keys } = given;
    if (given['on'] !== true) return void this.#shortcuts.delete(keys);
    const chord = chordOf(keys);
    if (chord === undefined) return this.ports.refused(texts.scriptScreen.areNoKeysWriteThem(keys));
    const { mod, alt, key } = parseShortcut(chord);
    if (!mod && !alt && !/^f\d{1,2}$/.test(key)) return this.ports.refused(texts.scriptScreen.isAKeyPeopleType(keys));
    if ([...formKeys, ...this.ports.chords()].some(each => chordOf(each) === chord))
      return this.ports.refused(texts.scriptScreen.belongsToTheProductChoose(keys));
    if (this.#shortcuts.size >= MOST_SHORTCUTS)
      return this.ports.refused(texts.scriptScreen.scriptHasAtMostShortcuts(MOST_SHORTCUTS));
    this.#shortcuts.set(keys, chord);
  }

  /** The keys of a script that were pressed; undefined when none were. */
  pressed(event: KeyboardEvent): string | undefined {
    return [...this.#shortcuts].find(([, chord]) => matches(parseShortcut(chord), event))?.[0];
  }

  /** Forgets the keys of a script that is gone. */
  clear(): void {
    this.#shortcuts.clear();
  }
}

function chordOf(keys: string): string | undefined {
  try {
    return chordText(keys);
  } catch {
    return undefined;
  }
}
