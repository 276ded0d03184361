import { BridgePeer } from '../bridge/bridge-peer.ts';
import type { BridgeTransport } from '../bridge/transport.ts';
import type {
  FormAct,
  FormActions,
  FormEventKind,
  FormHook,
  FormScriptEvents,
  FormStart,
  Listening,
  ScriptActions,
  ScriptItem,
} from './form-protocol.ts';
import { formEventKinds, formHooks, LONGEST_ANSWER_MS } from './form-protocol.ts';
import { FormMirror } from './form-mirror.ts';
import type { FormPath } from './form-path.ts';

export type Handler = (path: FormPath, value: unknown) => unknown;
export type Hook = (...given: never[]) => unknown;

/** Names of hooks as Python scripts have them. */
const hookNames: Readonly<Record<string, FormHook>> = {
  pre_hook: 'open',
  post_hook: 'close',
  before_save_hook: 'beforeSave',
  on_saved_hook: 'saved',
  before_status_change_hook: 'beforeStatusChange',
  on_status_changed_hook: 'statusChanged',
};

/** The script's end of the bridge: its copy of the form, its handlers, and what it asks of the form. */
export class ScriptEnd {
  readonly #peer: BridgePeer<ScriptActions, FormActions, FormScriptEvents>;
  readonly #events = new Map<string, Set<Handler>>();
  readonly #hooks = new Map<FormHook, Set<Hook>>();
  readonly #shortcuts = new Map<string, () => unknown>();
  readonly #deltas = new Map<number, (text: string) => void>();
  #mirror: FormMirror | undefined;
  #start: FormStart | undefined;
  #acts: FormAct[] = [];
  #turn = 0;
  #batches = 0;
  #flushing = false;
  #run = 0;
  #body: () => unknown = () => undefined;
  #sent = '';

  constructor(transport: BridgeTransport) {
    this.#peer = new BridgePeer<ScriptActions, FormActions, FormScriptEvents>(
      transport,
      {
        start: async start => {
          this.#start = start;
          this.#mirror = new FormMirror(start);
          await this.#handle([this.#body], each => each());
          return this.#listening();
        },
        event: async ({ id, kind, path, value }) => ({
          failed: await this.#handle(this.#events.get(`${id} ${kind}`) ?? [], each => each(path, value)),
        }),
        shortcut: async ({ keys }) => ({ failed: await this.#handle([this.#shortcuts.get(keys)], each => each?.()) }),
        hook: async ({ name, given }) => {
          let answer: unknown;
          const failed = await this.#handle(this.#hooks.get(name) ?? [], async each => {
            const own = await each(...(given as never[]));
            // The first that refuses stands.
            if (!isRefusal(answer)) answer = own;
          });
          return { answer: typeof answer === 'string' || typeof answer === 'boolean' ? answer : undefined, failed };
        },
      },
      undefined,
      LONGEST_ANSWER_MS,
    );
    this.#peer.on('changes', changes => {
      if (changes.again !== undefined) this.#start = changes.again;
      this.#mirror?.take(changes, this.#acts);
    });
    this.#peer.on('delta', ({ run, text }) => this.#deltas.get(run)?.(text));
  }

  /** The script's copy of the form. @throws Error before the form is there. */
  get mirror(): FormMirror {
    if (this.#mirror === undefined) throw new Error('The form is not open yet.');
    return this.#mirror;
  }

  get item(): ScriptItem {
    return this.#started.item;
  }

  get start(): FormStart {
    return this.#started;
  }

  /** Runs when the form is there: the top level of the script. */
  begin(body: () => unknown): void {
    this.#body = body;
  }

  /** Calls a handler at an event of a component; returns the way to stop. */
  on(id: string, kind: FormEventKind, handler: Handler): () => void {
    if (typeof handler !== 'function') throw new TypeError(`form.on('${id}', '${kind}') needs a function.`);
    if (!formEventKinds.includes(kind))
      throw new Error(`There is no event '${String(kind)}'. Events are ${formEventKinds.join(', ')}.`);
    this.mirror.place(id);
    const key = `${id} ${kind}`;
    const known = this.#events.get(key) ?? new Set();
    this.#events.set(key, known.add(handler));
    this.#soon();
    return () => {
      known.delete(handler);
      if (known.size === 0) this.#events.delete(key);
      this.#soon();
    };
  }

  /** Calls a function at a moment of the item; returns the way to stop. */
  hook(name: FormHook, hook: Hook): () => void {
    if (!formHooks.includes(name))
      throw new Error(`There is no hook '${String(name)}'. Hooks are ${formHooks.join(', ')}.`);
    const known = this.#hooks.get(name) ?? new Set();
    this.#hooks.set(name, known.add(hook));
    this.#soon();
    return () => {
      known.delete(hook);
      if (known.size === 0) this.#hooks.delete(name);
      this.#soon();
    };
  }

  /**
   * Takes functions by their names, as Python scripts have them: `on_answer_change`, `before_save_hook`. Others are
   * left alone.
   */
  named(functions: Readonly<Record<string, unknown>>): void {
    for (const [name, given] of Object.entries(functions)) {
      if (typeof given !== 'function') continue;
      const hook = hookNames[name];
      if (hook !== undefined) this.hook(hook, given as Hook);
      const [, id, kind] = /^on_(.+)_(change|click|message|wcevent|deleted|selected|deselected)$/.exec(name) ?? [];
      if (id !== undefined && this.#started.components.some(each => each.id === id))
        this.on(id, kind as FormEventKind, given as Handler);
    }
  }

  /** Sends an act with all others of this turn. */
  act(act: FormAct): void {
    this.#acts.push(act);
    this.#soon();
  }

  /** Sends all acts of a function as one step, also when it waits in between. */
  async batch(work: () => unknown): Promise<void> {
    this.#batches += 1;
    try {
      await work();
    } finally {
      this.#batches -= 1;
      this.#soon();
    }
  }

  emit<E extends keyof FormScriptEvents & string>(event: E, params: FormScriptEvents[E]): void {
    this.#peer.emit(event, params);
  }

  /** Asks the form, which knows all acts from before. */
  ask: BridgePeer<ScriptActions, FormActions, FormScriptEvents>['request'] = (action, args) => {
    if (this.#batches === 0) this.flush();
    return this.#peer.request(action, args);
  };

  /** The number of a call whose pieces go to `onDelta`, and the way to end that. */
  follow(onDelta: ((text: string) => void) | undefined): { readonly run: number; readonly end: () => void } {
    const run = ++this.#run;
    if (onDelta !== undefined) this.#deltas.set(run, onDelta);
    return { run, end: () => void this.#deltas.delete(run) };
  }

  /** Calls a function when keys are pressed; returns the way to stop. */
  shortcut(keys: string, run: () => unknown): () => void {
    this.#shortcuts.set(keys, run);
    this.emit('shortcut', { keys, on: true });
    return () => {
      this.#shortcuts.delete(keys);
      this.emit('shortcut', { keys, on: false });
    };
  }

  /** Sends what is waiting now. */
  flush(): void {
    if (this.#acts.length > 0) {
      const acts = this.#acts;
      this.#acts = [];
      this.#turn += 1;
      this.mirror.sent(this.#turn, acts);
      this.#peer.emit('acts', { turn: this.#turn, acts });
    }
    const listening = this.#listening();
    const sent = JSON.stringify(listening);
    if (sent === this.#sent) return;
    this.#sent = sent;
    this.#peer.emit('listening', listening);
  }

  close(): void {
    this.#peer.close();
  }

  get #started(): FormStart {
    if (this.#start === undefined) throw new Error('The form is not open yet.');
    return this.#start;
  }

  #listening(): Listening {
    return {
      events: [...this.#events.keys()].map(key => {
        const at = key.lastIndexOf(' ');
        return { id: key.slice(0, at), kind: key.slice(at + 1) as FormEventKind };
      }),
      hooks: [...this.#hooks.keys()],
    };
  }

  #soon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(() => {
      this.#flushing = false;
      if (this.#batches === 0) this.flush();
    });
  }

  /**
   * Calls them one after the other; true when one threw. What was thrown is not caught, so that it is reported with its
   * line.
   */
  async #handle<Each>(handlers: Iterable<Each>, call: (each: Each) => unknown): Promise<boolean> {
    let failed = false;
    for (const each of Array.from(handlers)) {
      try {
        await call(each);
      } catch (error) {
        failed = true;
        setTimeout(() => {
          throw error;
        });
        // A turn that ran too long fails at every call until it is over; what is called here is the browser's own.
        await new Promise<void>(setTimeout as unknown as (resolve: () => void) => void);
      }
    }
    if (this.#batches === 0) this.flush();
    return failed;
  }
}

/** True for what a hook answers to refuse. */
export const isRefusal = (answer: unknown): answer is string | false =>
  answer === false || (typeof answer === 'string' && answer !== '');
