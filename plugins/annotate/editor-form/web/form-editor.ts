import { createElement } from 'react';
import type { ComponentType } from 'react';
import type { Transport } from '#core/api/web/index.ts';
import type { CommandRegistry } from '#core/commands/web/index.ts';
import { matches, parseShortcut } from '#core/shortcuts/common/index.ts';
import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { Instance, ThreadLocation, ThreadPlace } from '#plugins/annotate/annotations/common/index.ts';
import type { Editor, EditorSession, EditorShortcut, EditorTool } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ElementPath } from '#plugins/annotate/form/common/index.ts';
import {
  isElementPath,
  isEmptyValue,
  isFormInstance,
  placeText,
  readingOrder,
} from '#plugins/annotate/form/common/index.ts';
import { fetchPayload } from './fetch-payload.ts';
import { FormBody } from './form-body.tsx';
import { FormContext } from './form-context.ts';
import { FormController } from './form-controller.ts';
import type { FormHandle } from './form-handle.ts';
import { FormSeat } from './form-seat.ts';
import { ItemFiles } from './item-files.ts';
import { chosenRange } from './chosen-range.ts';
import { FormScripts } from './scripts/form-scripts.ts';
import { shortText } from './short-text.ts';
import type { ScriptContext } from './scripts/script-context.ts';
import type { FormServices } from './kit/form-services.ts';
import { messages as texts } from './messages.ts';
import { FormRuns } from './models/form-runs.ts';
import { FormPipelines } from './pipelines/form-pipelines.ts';

/** Services of the app for the editor: its keys and commands, which are reached while one types as well. */
export interface FormEditorContext {
  readonly keys: KeyMap;
  readonly commands: CommandRegistry;
  /** Services for scripts of forms; absent where none shall run. */
  readonly scripts?: ScriptContext;
  readonly services: FormServices;
  /** Absent where nothing is asked of a server. */
  readonly transport?: Transport;
  /** Stores what is open; true when it is. */
  readonly save?: () => Promise<boolean>;
}

const FILL = 'fill';
const COMMENT = 'comment';
const tools: readonly EditorTool[] = [
  { id: FILL, title: texts.formEditor.fillIn, icon: 'edit' },
  { id: COMMENT, title: texts.formEditor.commentOnAField, icon: 'comment' },
];

/** Commands whose keys work while a field has the keyboard. */
const whileTyping = ['editor.save', 'editor.primaryTransition', 'editor.previous', 'editor.next'];

/** The editor of forms: what the frame asks of it. What is on the screen is drawn by {@link FormBody}. */
export class FormEditor implements Editor, FormHandle {
  readonly tools = tools;
  readonly instanceWords = { one: 'answer', many: 'answers' };
  readonly Body: ComponentType = () => createElement(FormContext.Provider, { value: this }, createElement(FormBody));
  readonly controller: FormController;
  readonly scripts: FormScripts | undefined;
  readonly runs = new FormRuns();
  readonly files: ItemFiles | undefined;
  readonly pipelines: FormPipelines | undefined;
  readonly #seat = new FormSeat();
  readonly waiting = this.#seat.waiting;
  readonly #session: EditorSession;
  readonly #context: FormEditorContext;
  readonly #toolListeners = new Set<() => void>();
  readonly #ending = new AbortController();
  #tool = FILL;
  #about: ElementPath | undefined;
  #payloadProblem: string | undefined;

  constructor(session: EditorSession, _element: HTMLElement, context: FormEditorContext) {
    this.#session = session;
    this.#context = context;
    this.controller = new FormController(session);
    this.scripts = context.scripts === undefined ? undefined : new FormScripts(this, context.scripts);
    const [{ projectId }, itemId, { transport, save }] = [this, session.item.id, context];
    if (transport !== undefined && projectId !== undefined) {
      this.files = new ItemFiles(transport, projectId, itemId);
      if (save !== undefined) this.pipelines = new FormPipelines(transport, { projectId, itemId, save });
    }
    void this.#loadPayload();
    window.addEventListener('pagehide', this.commit, { signal: this.#ending.signal });
  }

  get activeTool(): string {
    return this.#tool;
  }

  get services(): FormServices {
    return this.#context.services;
  }

  get projectId(): number | undefined {
    return Number(this.#session.particulars['project']) || undefined;
  }

  get payloadProblem(): string | undefined {
    return this.#payloadProblem;
  }

  get shortcuts(): readonly EditorShortcut[] {
    return [
      { group: texts.groups.form, title: texts.formEditor.nextField, keys: ['Tab', 'Shift+Tab'] },
      { group: texts.groups.form, title: texts.formEditor.chooseTheOptionWithThatNumber, keys: ['1…9'] },
      { group: texts.groups.form, title: texts.formEditor.addARowAfterThisOne, keys: ['Alt+Enter'] },
      { group: texts.groups.form, title: texts.shared.deleteThisRow, keys: ['Alt+Backspace'] },
      { group: texts.groups.form, title: texts.formEditor.moveThisRow, keys: ['Alt+Shift+Up', 'Alt+Shift+Down'] },
      { group: texts.groups.form, title: texts.formEditor.commentOnTheFieldUnder, keys: ['C'] },
    ];
  }

  setTool(id: string): void {
    this.#tool = id;
    for (const listener of this.#toolListeners) listener();
  }

  onToolChange(listener: () => void): () => void {
    this.#toolListeners.add(listener);
    return () => this.#toolListeners.delete(listener);
  }

  readonly onView = (): (() => void) => () => undefined;

  key(event: KeyboardEvent): boolean {
    if (this.scripts?.key(event) === true || (event.key === 'Escape' && this.scripts?.stopModels() === true))
      return true;
    if (event.key === 'Escape' && this.#tool === COMMENT) {
      this.setTool(FILL);
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key.toLowerCase() === 'c' && this.#seat.pointedAt() === undefined) {
      this.setTool(COMMENT);
      return true;
    }
    return (
      /^[1-9]$/.test(event.key) &&
      this.#seat.chooseByDigit(event, path => !isEmptyValue(this.controller.instance(path)?.value))
    );
  }

  /** A key press inside the form: commands that are reached while typing as well. True when it was one. */
  typed(event: KeyboardEvent): boolean {
    if (event.key === 'Escape') return this.scripts?.stopModels() ?? false;
    if (!event.ctrlKey && !event.metaKey && !event.altKey && !/^F\d+$/.test(event.key)) return false;
    if (this.scripts?.key(event) === true) return true;
    const command = whileTyping.find(each =>
      this.#context.keys.chords(each).some(chord => matches(parseShortcut(chord), event)),
    );
    if (command === undefined) return false;
    this.commit();
    void this.#context.commands.run(command);
    return true;
  }

  readonly commit = (): void => this.controller.drafts.commit();

  /** The element the form is drawn in, which gets the keyboard unless something else has it. */
  seat(surface: HTMLElement | undefined): void {
    this.#seat.take(surface);
    this.#seat.takeKeyboard();
  }

  focusInstance(id: string): void {
    this.#session.scene.select([id]);
    const found = this.#session.scene.get(id);
    if (isFormInstance(found)) this.show(found.element_path, { focus: false });
  }

  titleOf(instance: Instance): string | undefined {
    return isFormInstance(instance) ? `${this.#placeOf(instance.element_path)}: ${shortText(instance)}` : undefined;
  }

  /** As the form is read. */
  order(one: Instance, other: Instance): number {
    return isFormInstance(one) && isFormInstance(other)
      ? readingOrder(this.controller.plan, one.element_path, other.element_path)
      : Number(isFormInstance(other)) - Number(isFormInstance(one));
  }

  threadTitle({ element_path: path, start, end }: ThreadLocation): string | undefined {
    if (!isElementPath(path)) return undefined;
    return texts.formEditor.onPlace(
      this.#placeOf(path),
      start === undefined || end === undefined ? '' : texts.formEditor.charactersStart(start + 1, end),
    );
  }

  /** Returns the answer with its values before and after. */
  changeOf(
    before: Instance | undefined,
    after: Instance | undefined,
  ): { readonly title: string; readonly words: string } | undefined {
    const one = after ?? before;
    if (!isFormInstance(one)) return undefined;
    const [old, now] = [before, after].map(each => (isFormInstance(each) ? shortText(each) : undefined));
    return {
      title: this.#placeOf(one.element_path),
      words:
        old === undefined
          ? texts.formEditor.addedNow(now ?? '')
          : now === undefined
            ? texts.formEditor.removedOld(old)
            : `${old} → ${now}`,
    };
  }

  /** The component one is at: the pointed or the focused one, with the text that is chosen in it. */
  commentAt(): ThreadPlace {
    const path = this.#about ?? this.#seat.pointedAt() ?? [this.controller.plan.components[0]?.id ?? ''];
    this.#about = undefined;
    const range = chosenRange(this.#seat.elementOf(path));
    return { element_path: path, ...range };
  }

  /** Begins a comment on a component. */
  commentOn(path: ElementPath): void {
    this.#about = path;
    this.setTool(FILL);
    void this.#context.commands.run('editor.comment');
  }

  showThread(thread: ThreadLocation): void {
    if (isElementPath(thread.element_path)) this.show(thread.element_path, { focus: false });
  }

  showMissing(): void {
    const found = this.controller.missingNow();
    for (const { key } of found) this.controller.missing.add(key);
    for (const { key } of found) this.controller.topics.notify(key);
    if (found[0] !== undefined) this.show(found[0].path);
  }

  show(path: ElementPath, options?: { readonly focus?: boolean }): void {
    this.#seat.show(path, options);
  }

  refuseSave(from: string, to: string): Promise<string | undefined> {
    return this.scripts?.refuseSave(from, to) ?? Promise.resolve(undefined);
  }

  refuseStatus(from: string, to: string): Promise<string | undefined> {
    return this.scripts?.refuseStatus(from, to) ?? Promise.resolve(undefined);
  }

  stored(): void {
    this.scripts?.runHook('saved');
  }

  statusChanged(from: string, to: string): void {
    this.scripts?.runHook('statusChanged', [from, to]);
  }

  dispose(): void {
    this.scripts?.dispose();
    this.#ending.abort();
    this.runs.dispose();
    this.controller.dispose();
  }

  #placeOf(path: ElementPath): string {
    const id = String(path.at(-1));
    return placeText(this.controller.plan.component(id) ?? { id, type: '' }, path);
  }

  async #loadPayload(): Promise<void> {
    if (this.#session.item.url === '') return this.scripts?.begin();
    const answer = await fetchPayload(this.#session.item, this.#ending.signal);
    if (this.#ending.signal.aborted) return;
    if ('problem' in answer) this.#payloadProblem = answer.problem;
    this.controller.setPayload('payload' in answer ? answer.payload : undefined);
    this.scripts?.begin();
  }
}
