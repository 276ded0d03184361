import type { Sandbox, SandboxFault } from '#core/sandbox/web/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { FormScript } from '#plugins/annotate/form/common/index.ts';
import { pathKey } from '#plugins/annotate/form/common/index.ts';
import type { FormHook } from '#sdk/form/form-protocol.ts';
import type { FormEvent } from '../form-events.ts';
import { messages } from '../messages.ts';
import type { ScriptForm } from './script-form.ts';
import { faultText } from './fault-text.ts';
import { itemFacts } from './item-facts.ts';
import { RunningWork } from './running-work.ts';
import { ScriptNotices } from './script-notices.ts';
import { ScriptLink } from './script-link.ts';
import { ScriptScreen } from './script-screen.ts';
import { compileScripts } from './compiled-scripts.ts';
import { withinHookTime } from './hook-time.ts';
import type { ScriptContext } from './script-context.ts';
import { ScriptRefusals } from './script-refusals.ts';
import { listeningToNothing } from './scripts-state.ts';
import type { ScriptsState } from './scripts-state.ts';

/**
 * The scripts of an open form: starts them in a sandbox, reports events to them, and ends them when they take too long.
 */
export class FormScripts {
  readonly #form: ScriptForm;
  readonly #context: ScriptContext;
  readonly #screen: ScriptScreen;
  readonly #notices: ScriptNotices;
  readonly #work: RunningWork;
  readonly #refusals: ScriptRefusals;
  readonly #listeners = new Set<() => void>();
  readonly #stops: (() => void)[] = [];
  #sandbox: Sandbox | undefined;
  #link: ScriptLink | undefined;
  #started: Promise<void> = Promise.resolve();
  #sources = '[]';
  #turn = 0;
  #gated = false;
  #state: ScriptsState = {
    phase: 'none',
    busy: undefined,
    notices: [],
    pressed: new Set(),
    listening: listeningToNothing,
  };

  constructor(form: ScriptForm, context: ScriptContext) {
    this.#form = form;
    this.#context = context;
    this.#notices = new ScriptNotices(context.mayBuild, notices => this.#set({ notices }));
    this.#work = new RunningWork({
      changed: (busy, pressed) => this.#set({ busy, pressed }),
      isAsking: () => this.#link?.isAsking === true,
      tooLong: seconds => this.#end(messages.formScripts.formsScriptTookLonger(seconds)),
    });
    this.#refusals = new ScriptRefusals({
      started: () => this.#started,
      link: () => this.#link,
      mayRefuseStatus: () => this.#gated,
      work: this.#work,
      notices: this.#notices,
    });
    this.#screen = new ScriptScreen({
      form,
      toast: context.toast,
      confirm: context.confirm,
      chords: context.chords,
      busy: (text, on) => this.#work.show(text, on),
      refused: text => this.#notices.notifyBuilders(text),
    });
    this.#stops.push(
      form.controller.events.on(event => void this.#onFormEvent(event)),
      form.controller.session.subscribe(() => this.#follow()),
    );
  }

  get state(): ScriptsState {
    return this.#state;
  }

  get mayBuild(): boolean {
    return this.#context.mayBuild();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Starts the scripts when the form is ready for them. */
  begin(): void {
    this.#sources = JSON.stringify(this.#scripts());
    this.start();
  }

  /** Starts the scripts afresh. */
  start(): void {
    const turn = ++this.#turn;
    this.#close();
    const scripts = this.#scripts();
    if (scripts.length === 0 || this.#form.controller.session.readOnly) {
      this.#gated = false;
      return this.#set({ phase: 'none', listening: listeningToNothing });
    }
    this.#notices.clear();
    this.#set({ phase: 'starting' });
    this.#started = this.#open(scripts, turn).catch((error: unknown) => {
      if (turn === this.#turn)
        this.#end(
          messages.formScripts.formsScriptCouldNotBeStarted,
          error instanceof Error ? error.message : undefined,
        );
    });
  }

  /** The person ends what is under way. */
  stop(): void {
    this.#end(messages.formScripts.youStoppedTheFormsScript);
  }

  dismiss(id: number): void {
    this.#notices.dismiss(id);
  }

  /** Ends the answers of models that are under way; true when there were some. */
  stopModels(): boolean {
    return this.#link?.stopModels() ?? false;
  }

  /** Keys were pressed; true when they are a script's. */
  key(event: KeyboardEvent): boolean {
    const keys = this.#screen.pressed(event);
    const link = this.#link;
    if (keys === undefined || link === undefined) return false;
    void this.#work.run(undefined, () => link.shortcut(keys));
    return true;
  }

  /** Returns whether a script answers the press of a button. */
  answers(id: string): boolean {
    return (
      this.#state.phase === 'starting' ||
      this.#state.listening.events.some(each => each.id === id && each.kind === 'click')
    );
  }

  /** Returns why the script does not let the work be saved; undefined when it does, or takes too long to answer. */
  refuseSave(from: string, to: string): Promise<string | undefined> {
    return this.#refusals.ofSave(from, to);
  }

  /** Returns why the script does not let the item go to another status; undefined when it does. */
  refuseStatus(from: string, to: string): Promise<string | undefined> {
    return this.#refusals.ofStatus(from, to);
  }

  /** Calls a hook that nobody waits for. */
  runHook(name: FormHook, given: readonly unknown[] = []): void {
    const link = this.#link;
    if (link?.hasHook(name) === true) void this.#work.run(undefined, () => link.hook(name, given));
  }

  /** The item is left: the script has a moment to close, but the form does not change any more. */
  dispose(): void {
    this.#turn += 1;
    for (const stop of this.#stops) stop();
    this.#work.clear();
    const [link, sandbox] = [this.#link, this.#sandbox];
    this.#link = undefined;
    this.#sandbox = undefined;
    link?.freeze();
    const closing = link?.hasHook('close') === true ? withinHookTime(link.hook('close')) : Promise.resolve();
    void closing.finally(() => {
      link?.close();
      sandbox?.stop();
    });
  }

  async #open(scripts: readonly FormScript[], turn: number): Promise<void> {
    const { code, problems } = await compileScripts(this.#context.bundler, scripts);
    if (turn !== this.#turn) return;
    if (code === undefined) {
      const [first] = problems.filter(each => each.severity === 'error');
      return this.#end(
        messages.formScripts.formsScriptDoesNotRun,
        first === undefined
          ? undefined
          : messages.formScripts.fileLine(first.file.replace(/\.ts$/, ''), first.line, first.message),
      );
    }
    const sandbox = this.#context.sandboxes.open({
      code,
      title: messages.shared.scriptOfTheForm,
      onFault: fault => turn === this.#turn && this.#failed(fault),
    });
    this.#sandbox = sandbox;
    const projectId = this.#context.open.now?.opened.project.id ?? 0;
    const link = new ScriptLink(sandbox.transport, {
      controller: this.#form.controller,
      projectId,
      services: this.#context.services,
      screen: this.#screen,
      facts: () => itemFacts(this.#form.controller, this.#context.open),
      listening: listening => turn === this.#turn && this.#set({ listening }),
      refused: text => this.#notices.notifyBuilders(text),
    });
    this.#link = link;
    await sandbox.ready;
    if (turn !== this.#turn) return;
    await link.start();
    if (turn !== this.#turn) return;
    this.#gated = link.hasHook('beforeStatusChange');
    this.#set({ phase: 'running', listening: link.listening });
    this.runHook('open');
  }

  async #onFormEvent({ kind, id, path, value }: FormEvent): Promise<void> {
    const turn = this.#turn;
    if (this.#state.phase !== 'starting' && this.#state.phase !== 'running') return;
    await this.#work.run(kind === 'click' ? pathKey(path) : undefined, async () => {
      await this.#started;
      const link = this.#link;
      if (link === undefined || turn !== this.#turn) return;
      if (link.listensTo(id, kind)) await link.event({ id, kind, path, ...(value === undefined ? {} : { value }) });
      if (kind === 'deleted') this.runHook('rowDeleted', [path]);
    });
  }

  #failed(fault: SandboxFault): void {
    if (fault.kind === 'silent') return this.#end(messages.formScripts.formsScriptDidNotAnswer);
    const place = faultText(fault, JSON.parse(this.#sources) as readonly FormScript[]);
    if (fault.ended === true) this.#end(messages.formScripts.formsScriptWasEnded, place);
    else this.#notices.notify(messages.formScripts.formsScriptHadAnError, place);
  }

  #end(text: string, detail?: string): void {
    this.#turn += 1;
    this.#close();
    this.#set({ phase: 'ended', listening: listeningToNothing });
    this.#notices.notify(text, detail, true);
  }

  /** Ends what runs; how the form looks is the form's own again. */
  #close(): void {
    this.#link?.close();
    this.#sandbox?.stop();
    this.#link = undefined;
    this.#sandbox = undefined;
    this.#work.clear();
    this.#screen.clear();
    this.#form.controller.overlay.clear();
    this.#form.controller.topics.notifyAll();
  }

  /** Rights or the form itself changed. */
  #follow(): void {
    const sources = JSON.stringify(this.#scripts());
    const { readOnly } = this.#form.controller.session;
    const changed = sources !== this.#sources;
    this.#sources = sources;
    if (
      changed ||
      (readOnly && this.#state.phase !== 'none') ||
      (!readOnly && this.#state.phase === 'none' && sources !== '[]')
    )
      this.start();
  }

  #scripts(): readonly FormScript[] {
    const { scripts } = this.#form.controller.session.particulars;
    return recordsOf(scripts).map(each => [String(each['name']), String(each['source'])] as const);
  }

  #set(change: Partial<ScriptsState>): void {
    this.#state = { ...this.#state, ...change };
    for (const each of this.#listeners) each();
  }
}
