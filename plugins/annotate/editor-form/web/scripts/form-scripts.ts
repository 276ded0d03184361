import type { Bundler, BundleResult, Sandbox, SandboxFault, Sandboxes } from '#core/sandbox/web/index.ts';
import type { OpenItem } from '#plugins/annotate/editor/web/kit/open-item.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/json-value.ts';
import type { FormScript } from '#plugins/annotate/form/common/form-document.ts';
import { scriptBundle } from '#plugins/annotate/form/web/kit/script-bundle.ts';
import { pathKey } from '#plugins/annotate/form/common/values/element-path.ts';
import type { FormHook, Listening } from '#sdk/form/form-protocol.ts';
import type { FormEvent } from '../form-events.ts';
import type { ScriptForm } from './script-form.ts';
import { faultText } from './fault-text.ts';
import { itemFacts } from './item-facts.ts';
import { RunningWork } from './running-work.ts';
import type { ScriptNotice } from './script-notices.ts';
import { ScriptNotices } from './script-notices.ts';
import { ScriptLink } from './script-link.ts';
import { ScriptScreen } from './script-screen.ts';
import type { FormServices } from '../kit/form-services.ts';

/** Longest time of hooks at closing and saving, milliseconds: the step goes on then. */
const HOOK_MS = 5_000;
/** Compiled scripts that are kept in memory. */
const MOST_KEPT = 8;

/** What scripts need of the app. */
export interface ScriptContext {
  readonly bundler: Bundler;
  readonly sandboxes: Sandboxes;
  /** The open item; undefined in a preview. */
  readonly open: Pick<OpenItem, 'now'>;
  readonly services: FormServices;
  /** Whether the person may build forms: they are told more. */
  readonly mayBuild: () => boolean;
  readonly toast: (text: string, tone: 'info' | 'success' | 'error') => void;
  readonly confirm: (question: {
    readonly title: string;
    readonly text: string;
    readonly action: string;
  }) => Promise<boolean>;
  readonly chords: () => readonly string[];
}

/** How the scripts of an open form stand. */
export interface ScriptsState {
  /** `none`: there is none, or the item is read-only. `ended`: it can be started again. */
  readonly phase: 'none' | 'starting' | 'running' | 'ended';
  /** What is under way for a while; its text is the script's. */
  readonly busy: { readonly text: string | undefined } | undefined;
  readonly notices: readonly ScriptNotice[];
  /** Keys of the buttons whose handlers are under way. */
  readonly pressed: ReadonlySet<string>;
  readonly listening: Listening;
}

const nothing: Listening = { events: [], hooks: [] };
const compiled = new Map<string, Promise<BundleResult>>();

/** Compiled once in each window: the stored form holds sources only. */
function compile(bundler: Bundler, scripts: readonly FormScript[]): Promise<BundleResult> {
  const key = JSON.stringify(scripts);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const made = bundler.bundle(scriptBundle(scripts));
  compiled.set(key, made);
  for (const old of [...compiled.keys()].slice(0, -MOST_KEPT)) compiled.delete(old);
  made.catch(() => compiled.delete(key));
  return made;
}

/** The scripts of an open form: starts them sealed off, tells them what happens, and ends them when they take too long. */
export class FormScripts {
  readonly #form: ScriptForm;
  readonly #ground: ScriptContext;
  readonly #screen: ScriptScreen;
  readonly #notices: ScriptNotices;
  readonly #work: RunningWork;
  readonly #listeners = new Set<() => void>();
  readonly #stops: (() => void)[] = [];
  #sandbox: Sandbox | undefined;
  #link: ScriptLink | undefined;
  #started: Promise<void> = Promise.resolve();
  #sources = '[]';
  #turn = 0;
  #gated = false;
  #state: ScriptsState = { phase: 'none', busy: undefined, notices: [], pressed: new Set(), listening: nothing };

  constructor(form: ScriptForm, ground: ScriptContext) {
    this.#form = form;
    this.#ground = ground;
    this.#notices = new ScriptNotices(ground.mayBuild, notices => this.#set({ notices }));
    this.#work = new RunningWork({
      changed: (busy, pressed) => this.#set({ busy, pressed }),
      isAsking: () => this.#link?.isAsking === true,
      tooLong: seconds =>
        this.#end(`The form’s script took longer than ${seconds} seconds and was ended. Your work is kept.`),
    });
    this.#screen = new ScriptScreen({
      form,
      toast: ground.toast,
      confirm: ground.confirm,
      chords: ground.chords,
      busy: (text, on) => this.#work.show(text, on),
      refused: text => this.#notices.tellBuilders(text),
    });
    this.#stops.push(
      form.controller.events.on(event => void this.#hear(event)),
      form.controller.session.subscribe(() => this.#follow()),
    );
  }

  get state(): ScriptsState {
    return this.#state;
  }

  get mayBuild(): boolean {
    return this.#ground.mayBuild();
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
      return this.#set({ phase: 'none', listening: nothing });
    }
    this.#notices.clear();
    this.#set({ phase: 'starting' });
    this.#started = this.#open(scripts, turn).catch((error: unknown) => {
      if (turn === this.#turn)
        this.#end(
          'The form’s script could not be started. Check the connection.',
          error instanceof Error ? error.message : undefined,
        );
    });
  }

  /** The person ends what is under way. */
  stop(): void {
    this.#end('You stopped the form’s script. Your work is kept.');
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

  /** Whether a script answers the press of a button. */
  answers(id: string): boolean {
    return (
      this.#state.phase === 'starting' ||
      this.#state.listening.events.some(each => each.id === id && each.kind === 'click')
    );
  }

  /** Why the script does not let the work be saved; undefined when it does, or takes too long to say. */
  async refuseSave(from: string, to: string): Promise<string | undefined> {
    if ((await this.#limited(this.#started)) === 'late') {
      this.#notices.tell('The form’s script has not started yet. The work is saved without its check.');
      return undefined;
    }
    const link = this.#link;
    if (link?.hasHook('beforeSave') !== true) return undefined;
    const answer = await this.#limited(link.hook('beforeSave', [from, to]));
    if (answer !== 'late') return reasonOf(answer);
    this.#notices.tell('The form’s script took too long to check the work. It is saved without.');
    return undefined;
  }

  /** Why the script does not let the item go to another status; undefined when it does. */
  async refuseStatus(from: string, to: string): Promise<string | undefined> {
    await this.#started;
    const link = this.#link;
    // A script that was ended cannot say what it thinks; one that never asked is not waited for.
    if (link === undefined) return this.#gated ? 'The form’s script is not running. Start it again first.' : undefined;
    if (!link.hasHook('beforeStatusChange')) return undefined;
    const asked = await this.#work.run(undefined, () => link.hook('beforeStatusChange', [from, to]));
    return 'failed' in asked ? 'The form’s script did not answer.' : reasonOf(asked.answer);
  }

  /** Tells a hook that nobody waits for. */
  tell(name: FormHook, given: readonly unknown[] = []): void {
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
    const closing = link?.hasHook('close') === true ? this.#limited(link.hook('close')) : Promise.resolve();
    void closing.finally(() => {
      link?.close();
      sandbox?.stop();
    });
  }

  async #open(scripts: readonly FormScript[], turn: number): Promise<void> {
    const { code, problems } = await compile(this.#ground.bundler, scripts);
    if (turn !== this.#turn) return;
    if (code === undefined) {
      const [first] = problems.filter(each => each.severity === 'error');
      return this.#end(
        'The form’s script does not run. Who builds the form can mend it.',
        first === undefined ? undefined : `${first.file.replace(/\.ts$/, '')}, line ${first.line}: ${first.message}`,
      );
    }
    const sandbox = this.#ground.sandboxes.open({
      code,
      title: 'Script of the form',
      onFault: fault => turn === this.#turn && this.#failed(fault),
    });
    this.#sandbox = sandbox;
    const projectId = this.#ground.open.now?.opened.project.id ?? 0;
    const link = new ScriptLink(sandbox.transport, {
      controller: this.#form.controller,
      projectId,
      services: this.#ground.services,
      screen: this.#screen,
      facts: () => itemFacts(this.#form.controller, this.#ground.open),
      listening: listening => turn === this.#turn && this.#set({ listening }),
      refused: text => this.#notices.tellBuilders(text),
    });
    this.#link = link;
    await sandbox.ready;
    if (turn !== this.#turn) return;
    await link.start();
    if (turn !== this.#turn) return;
    this.#gated = link.hasHook('beforeStatusChange');
    this.#set({ phase: 'running', listening: link.listening });
    this.tell('open');
  }

  async #hear({ kind, id, path, value }: FormEvent): Promise<void> {
    const turn = this.#turn;
    if (this.#state.phase !== 'starting' && this.#state.phase !== 'running') return;
    await this.#work.run(kind === 'click' ? pathKey(path) : undefined, async () => {
      await this.#started;
      const link = this.#link;
      if (link === undefined || turn !== this.#turn) return;
      if (link.listensTo(id, kind)) await link.event({ id, kind, path, ...(value === undefined ? {} : { value }) });
      if (kind === 'deleted') this.tell('rowDeleted', [path]);
    });
  }

  #failed(fault: SandboxFault): void {
    if (fault.kind === 'silent')
      return this.#end('The form’s script did not answer for 3 seconds and was ended. Your work is kept.');
    const place = faultText(fault, JSON.parse(this.#sources) as readonly FormScript[]);
    if (fault.ended === true) this.#end('The form’s script was ended. Your work is kept.', place);
    else this.#notices.tell('The form’s script had an error. Your work is kept.', place);
  }

  #end(text: string, detail?: string): void {
    this.#turn += 1;
    this.#close();
    this.#set({ phase: 'ended', listening: nothing });
    this.#notices.tell(text, detail, true);
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
    this.#form.controller.topics.tellAll();
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

  async #limited<Answer>(work: Promise<Answer>): Promise<Answer | 'late' | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<'late'>(resolve => (timer = setTimeout(() => resolve('late'), HOOK_MS)));
    try {
      return await Promise.race([work.catch(() => undefined), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #set(change: Partial<ScriptsState>): void {
    this.#state = { ...this.#state, ...change };
    for (const each of this.#listeners) each();
  }
}

/** A refusal in words. */
const reasonOf = (answer: string | undefined): string | undefined =>
  answer === '' ? 'The form’s script refused this step.' : answer;
