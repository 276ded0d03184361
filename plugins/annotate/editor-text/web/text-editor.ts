import { createElement } from 'react';
import type { ComponentType } from 'react';
import { Disposables } from '#core/base/common/index.ts';
import { KeyBindings } from '#core/shortcuts/web/index.ts';
import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { Instance, ThreadLocation, ThreadPlace } from '#plugins/annotate/annotations/common/index.ts';
import type {
  Editor,
  EditorCommand,
  EditorSession,
  EditorShortcut,
  EditorTool,
} from '#plugins/annotate/editor/web/kit/index.ts';
import { holdsFocus, keyCommands } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Dictionary } from '../common/dictionary/dictionary.ts';
import type { Reading } from '../common/extract/reading.ts';
import { readingOf } from '../common/extract/reading.ts';
import { TextOptions } from './text-bar.tsx';
import { fetchText } from './fetch-text.ts';
import { messages } from './messages.ts';
import { RESTING, TextController } from './text-controller.ts';
import type { TextKey } from './text-key.ts';
import { keyScope, textKeys } from './text-keys.ts';
import { textShortcuts } from './text-shortcuts.ts';
import type { TextSettings } from './text-settings.ts';
import classes from './text.module.css';

const tools: readonly EditorTool[] = [
  { id: RESTING, title: messages.shared.markAndSelect, icon: 'text', command: `${keyScope}.tool.select` },
  { id: 'relation', title: messages.textEditor.relation, icon: 'link', command: `${keyScope}.tool.relation` },
];

/** Services around the text editor. */
export interface TextEditorHost {
  readonly keys: KeyMap;
  readonly settings: TextSettings;
  /** The dictionary of the item's project as it is stored now. */
  readonly dictionary: () => Promise<Dictionary>;
  /** Text was read out of the item's file: its document says so when it is saved. */
  readonly learned: (itemId: number, reading: Reading) => void;
  /** Opens the list of suggestions. */
  readonly showSuggestions: () => void;
}

/** The text editor on one item. The text comes after it is opened; until then, and when it cannot come, it says so. */
export class TextEditor implements Editor {
  readonly tools = tools;
  readonly emptyHint = `${messages.textBar.dragOverWordsToAnnotateThem}.`;
  readonly Options: ComponentType = () => createElement(TextOptions, { editor: this });
  /** Resolves when the text is on the screen, or could not be opened. */
  readonly opened: Promise<void>;
  readonly #session: EditorSession;
  readonly #element: HTMLElement;
  readonly #host: TextEditorHost;
  readonly #keys: KeyBindings<TextKey>;
  readonly #owned = new Disposables();
  readonly #toolListeners = new Set<() => void>();
  readonly #viewListeners = new Set<() => void>();
  readonly #ending = new AbortController();
  #controller: TextController | undefined;
  #message: HTMLElement | undefined;

  constructor(session: EditorSession, element: HTMLElement, host: TextEditorHost) {
    this.#session = session;
    this.#element = element;
    this.#host = host;
    this.#keys = this.#owned.add(new KeyBindings(host.keys, keyScope, textKeys));
    this.opened = this.#open();
  }

  /** The text and what is done to it; undefined until it is there. */
  get controller(): TextController | undefined {
    return this.#controller;
  }

  get activeTool(): string {
    return this.#controller?.activeTool ?? RESTING;
  }

  get shortcuts(): readonly EditorShortcut[] {
    return textShortcuts(key => this.#keys.chords(key));
  }

  setTool(id: string): void {
    this.#controller?.setTool(id);
  }

  onToolChange(listener: () => void): () => void {
    this.#toolListeners.add(listener);
    return () => this.#toolListeners.delete(listener);
  }

  readonly onView = (listener: () => void): (() => void) => {
    this.#viewListeners.add(listener);
    return () => this.#viewListeners.delete(listener);
  };

  key(event: KeyboardEvent): boolean {
    const controller = this.#controller;
    if (controller === undefined) return false;
    if (event.key === 'Escape') return controller.stepBack();
    if (event.key === 'Tab' && !holdsFocus(this.#element)) return false;
    const found = this.#keys.find(event, key => key.when?.(controller) ?? true);
    if (found === undefined) return false;
    if (found.changes === true && this.#session.readOnly) this.#session.notify(messages.shared.thisItemIsReadOnly);
    else found.run(controller, controller.commands);
    return true;
  }

  namedCommands(): readonly EditorCommand[] {
    const controller = this.#controller;
    return controller === undefined
      ? []
      : keyCommands(
          this.#keys,
          this.#session.readOnly,
          key => key.when?.(controller) ?? true,
          key => key.run(controller, controller.commands),
        );
  }

  focusInstance(id: string): void {
    if (this.#controller === undefined) this.#session.scene.select([id]);
    else this.#controller.focusInstance(id);
  }

  titleOf(instance: Instance): string | undefined {
    return this.#controller?.titleOf(instance);
  }

  /** Spans say their words from when the text is there. */
  get titlesVersion(): number {
    return this.#controller === undefined ? 0 : 1;
  }

  commentAt(): ThreadPlace {
    return this.#controller?.commentAt() ?? { start: 0, end: 1 };
  }

  pinAt(thread: ThreadLocation): { readonly x: number; readonly y: number } | undefined {
    return this.#controller?.pinAt(thread);
  }

  showThread(thread: ThreadLocation): void {
    this.#controller?.showThread(thread);
  }

  dispose(): void {
    this.#ending.abort();
    this.#controller?.dispose();
    this.#message?.remove();
    this.#owned.dispose();
  }

  async #open(): Promise<void> {
    this.#say([messages.textEditor.loadingTheText]);
    const { signal } = this.#ending;
    const answer = await fetchText(this.#session.item, signal, (page, of) =>
      this.#say([messages.textEditor.readingPageOf(page, of)]),
    );
    if (signal.aborted) return;
    const { item, scene } = this.#session;
    const before = readingOf(scene.metadata);
    if (
      'text' in answer &&
      before !== undefined &&
      before.digest !== answer.reading?.digest &&
      scene.instances.length > 0
    ) {
      this.#say([
        messages.textEditor.wasLabelledOnAnotherReading(item.name),
        messages.textEditor.itGivesAnotherTextNow(
          before.of,
          before.version,
          answer.reading?.of ?? messages.textEditor.plainText,
          answer.reading?.version ?? '',
        ),
      ]);
      return;
    }
    if ('problem' in answer) {
      this.#say([answer.problem], () => void this.#open());
      return;
    }
    if (answer.reading !== undefined) this.#host.learned(item.id, answer.reading);
    this.#message?.remove();
    this.#controller = new TextController(this.#session, this.#element, answer.text, {
      keys: this.#keys,
      settings: this.#host.settings,
      ...(answer.reading === undefined ? {} : { reading: answer.reading }),
      dictionary: this.#host.dictionary,
      showSuggestions: this.#host.showSuggestions,
      toolChanged: () => call(this.#toolListeners),
      viewChanged: () => call(this.#viewListeners),
    });
    call(this.#toolListeners);
    call(this.#viewListeners);
    this.#controller.view.surface.focus({ preventScroll: true });
  }

  #say(lines: readonly string[], again?: () => void): void {
    this.#message?.remove();
    const message = document.createElement('div');
    message.className = classes['message']!;
    message.setAttribute('role', again === undefined ? 'status' : 'alert');
    message.append(
      ...lines.map(line => {
        const element = document.createElement('div');
        element.textContent = line;
        return element;
      }),
    );
    if (again !== undefined) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = classes['toggle']!;
      button.style.borderColor = 'var(--loupe-line-strong)';
      button.textContent = messages.shared.tryAgain;
      button.addEventListener('click', again);
      message.append(button);
    }
    this.#element.append(message);
    this.#message = message;
  }
}

function call(listeners: ReadonlySet<() => void>): void {
  for (const listener of listeners) listener();
}

/** The editor of an item when it is one of texts. */
export const asTextEditor = (editor: Editor | undefined): TextEditor | undefined =>
  editor instanceof TextEditor ? editor : undefined;
