import { AsyncResource } from 'node:async_hooks';
import type { ChildProcess } from 'node:child_process';
import { Fault, isFault } from '#core/base/common/index.ts';
import bootstrap from './guest-bootstrap.js?raw';
import { GuestLines } from './guest-lines.ts';
import type { GuestLanguage } from './guest-start.ts';
import { prepareGuest, startGuest } from './guest-start.ts';
import type { CodeFile } from './own-files.ts';

/** Milliseconds beyond a time limit until the process is ended from outside. */
const GRACE_MS = 250;
const START_MS = 10_000;
/** Host calls of one call of the guest. */
const MOST_CALLS = 100;
/** Characters of one argument or result. */
const MOST_JSON = 300_000;
/** Characters of all answers to one call of the guest: they wait in the server until the guest reads them. */
const MOST_ANSWERS = 16_000_000;

/** Answers a call of the guest; what it throws as a Fault is thrown in the guest, anything else is hidden from it. */
export type HostCall = (value: unknown, signal: AbortSignal) => Promise<unknown>;

export interface CodeOptions {
  readonly language?: GuestLanguage;
  /**
   * Scripts that are run first, in order; the last one is the code of people. One of them defines
   * `runGuest(json): Promise<string>`.
   */
  readonly scripts: readonly { readonly name: string; readonly text: string }[];
  /** Files that the scripts of Python may import or open; those of TypeScript are built into the script. */
  readonly files?: readonly CodeFile[];
  /** Megabytes of memory of the guest, a multiple of 16. */
  readonly memoryMb: number;
  /** Milliseconds for the scripts, and for each call. */
  readonly timeMs: number;
  readonly host: Readonly<Record<string, HostCall>>;
}

/** Why code of people ended without a result. */
export interface GuestFault {
  /** `THROWN` for errors of the code itself, else the limit: `TIMEOUT`, `OUT_OF_MEMORY`, `RESULT_TOO_LARGE` … */
  readonly code: string;
  readonly message: string;
  readonly name?: string;
  readonly stack?: string;
  /** The sandbox is of no more use. */
  readonly fatal?: boolean;
}

export type GuestOutcome = {
  readonly log: readonly string[];
  /** Milliseconds from its beginning to its end. */
  readonly ms: number;
  /** Bytes of memory at its highest; absent when the sandbox was lost. */
  readonly memory?: number;
} & ({ readonly result: unknown } | { readonly fault: GuestFault });

interface Message {
  readonly kind: 'ready' | 'begun' | 'done' | 'host';
  readonly id?: number;
  readonly name?: string;
  readonly json?: string;
  readonly fault?: GuestFault | null;
  readonly lines?: readonly string[];
  readonly memory?: number;
}

/** A call that runs, or waits for those before it. */
interface Pending {
  readonly settle: (message: Message | 'timeout' | 'lost' | 'not begun') => void;
  readonly withinMs: number;
  /** Context of the caller. Host calls must not be made in that of the request that started the process. */
  readonly caller: AsyncResource;
}

/**
 * Code of people on the server, in a process of its own without environment. TypeScript runs in QuickJS in WebAssembly
 * with a capped memory, and Node's permissions keep the process from files, processes and threads. Where the machine
 * has bubblewrap, the process has no network, no capabilities and no files either; Python runs only there. Code reaches
 * nothing but the functions of `host`. One sandbox serves one team. Calls of TypeScript may be made before the former
 * ones ended, and run one after the other.
 */
export class CodeSandbox {
  readonly #child: ChildProcess;
  readonly #lines: GuestLines;
  readonly #options: CodeOptions;
  readonly #ended = new AbortController();
  /** The first one runs. */
  readonly #pending: Pending[] = [];
  #timer: NodeJS.Timeout | undefined;
  #began = 0;
  #calls = 0;
  #answered = 0;
  /** The outcome of the scripts, when something is wrong with them. */
  #begun: Promise<GuestOutcome | undefined> = Promise.resolve(undefined);
  /** The scripts have run: what is lost from now on may have run in part. */
  #runs = false;

  private constructor(child: ChildProcess, options: CodeOptions) {
    this.#child = child;
    this.#options = options;
    this.#lines = new GuestLines(child, message => {
      const read = message as Message;
      const [running] = this.#pending;
      if (!this.usable || running === undefined) return;
      if (read.kind === 'host') running.caller.runInAsyncScope(() => void this.#answer(read));
      else this.#settle(read, read.fault?.fatal === true);
    });
    const end = (): void => this.#settle(this.#runs ? 'lost' : 'not begun', true);
    // Not its exit: what it wrote before may still have to be read.
    child.once('close', end).once('error', end);
  }

  /**
   * Starts a process and has it run the scripts; calls need not wait until it has. What is wrong with the scripts is the
   * outcome of every call.
   * @throws Fault PYTHON_OFF (422), SANDBOX_FAILED
   */
  static async open(options: CodeOptions): Promise<CodeSandbox> {
    // The process that was ready may have ended just now.
    const sandbox = (await CodeSandbox.#start(options)) ?? (await CodeSandbox.#start(options));
    if (sandbox === undefined)
      throw new Fault('SANDBOX_FAILED', 'The sandbox for code could not be started.', { status: 500 });
    const { files = [], memoryMb, timeMs } = options;
    const own = options.language === 'python' ? [] : [{ name: 'sandbox.js', text: bootstrap }];
    const scripts = [...own, ...options.scripts];
    sandbox.#begun = sandbox.#ask({ kind: 'begin', scripts, files, memoryMb, deadlineMs: timeMs }).then(begun => {
      if ('fault' in begun) return begun;
      sandbox.#runs = true;
      return undefined;
    });
    return sandbox;
  }

  static async #start(options: CodeOptions): Promise<CodeSandbox | undefined> {
    const sandbox = new CodeSandbox(await startGuest(options.language ?? 'typescript', options.memoryMb), options);
    const { outcome: started } = await sandbox.#next(START_MS);
    if (typeof started !== 'string' && started.kind === 'ready') return sandbox;
    sandbox.close();
    return undefined;
  }

  /** True while it can run another call. */
  get usable(): boolean {
    return !this.#ended.signal.aborted;
  }

  /** Runs `runGuest` with a value that JSON can hold. */
  async call(value: unknown): Promise<GuestOutcome> {
    const message = { kind: 'call', json: JSON.stringify(value), deadlineMs: this.#options.timeMs };
    // While its scripts run, Python takes the next message for an answer to them.
    if (this.#options.language === 'python') return (await this.#begun) ?? this.#ask(message);
    const [unfit, outcome] = await Promise.all([this.#begun, this.#ask(message)]);
    // Not before: the start of a process takes the processor from the code that somebody waits for.
    prepareGuest();
    return unfit ?? outcome;
  }

  /** Ends the process. */
  close(): void {
    this.#settle('lost', true);
  }

  async #ask(message: object): Promise<GuestOutcome> {
    if (!this.usable) return { fault: notBegun, log: [], ms: 0 };
    const answer = this.#next(this.#options.timeMs + GRACE_MS);
    this.#lines.send(message);
    const { outcome, ms } = await answer;
    if (typeof outcome === 'string') return { fault: faults[outcome], log: [], ms };
    const of = {
      ms,
      log: Array.isArray(outcome.lines) ? outcome.lines.map(textOf) : [],
      ...(typeof outcome.memory === 'number' ? { memory: outcome.memory } : {}),
    };
    if (outcome.fault === undefined || outcome.fault === null)
      return { result: outcome.json === undefined ? null : parsed(outcome.json), ...of };
    return { fault: faultOf(outcome.fault), ...of };
  }

  /** Waits for the next message that is not for those who wait already. */
  #next(
    withinMs: number,
  ): Promise<{ readonly outcome: Message | 'timeout' | 'lost' | 'not begun'; readonly ms: number }> {
    return new Promise(resolve => {
      const settle = (outcome: Message | 'timeout' | 'lost' | 'not begun'): void =>
        resolve({ outcome, ms: outcome === 'not begun' ? 0 : performance.now() - this.#began });
      this.#pending.push({ settle, withinMs, caller: new AsyncResource('CodeSandbox') });
      if (this.#pending.length === 1) this.#begin();
    });
  }

  /** Gives the first call its time. */
  #begin(): void {
    const [first] = this.#pending;
    if (first === undefined) return;
    this.#began = performance.now();
    this.#calls = 0;
    this.#answered = 0;
    this.#timer = setTimeout(() => this.#settle('timeout', true), first.withinMs);
  }

  /** Settles the call that runs. With `ends` the process is ended: those that wait behind it did not begin. */
  #settle(outcome: Message | 'timeout' | 'lost' | 'not begun', ends: boolean): void {
    clearTimeout(this.#timer);
    if (ends) {
      this.#ended.abort();
      this.#child.kill('SIGKILL');
    }
    this.#pending.shift()?.settle(outcome);
    if (ends) for (const each of this.#pending.splice(0)) each.settle('not begun');
    else this.#begin();
  }

  async #answer({ id, name = '', json = 'null' }: Message): Promise<void> {
    const send = (answer: string): void => {
      if (this.usable) this.#lines.send({ kind: 'answer', id, json: answer });
    };
    try {
      this.#calls += 1;
      // Code that is refused and goes on asking only keeps the server busy.
      if (this.#calls > 2 * MOST_CALLS) return this.close();
      if (this.#calls > MOST_CALLS)
        throw new Fault('TOO_MANY_CALLS', `The code made more than ${MOST_CALLS} calls.`, { status: 422 });
      const host = Object.hasOwn(this.#options.host, name) ? this.#options.host[name] : undefined;
      if (host === undefined) throw new Fault('NOT_FOUND', `There is no “${name}”.`, { status: 404 });
      const answer = JSON.stringify({ result: await host(parsed(json), this.#ended.signal) });
      this.#answered += answer.length;
      if (this.#answered > MOST_ANSWERS)
        throw new Fault('ANSWERS_TOO_LARGE', 'The answers to the calls of the code have more than 16 MB.', {
          status: 422,
        });
      send(answer);
    } catch (error) {
      const { code, message } =
        isFault(error) && error.status < 500 ? error : { code: 'INTERNAL', message: 'The call failed.' };
      send(JSON.stringify({ fault: { code, message } }));
    }
  }
}

/** Fault of a call whose sandbox ended before its turn came. */
export const NOT_BEGUN = 'NOT_BEGUN';
const notBegun: GuestFault = { code: NOT_BEGUN, message: 'The sandbox ended before this call.', fatal: true };
const faults = {
  timeout: { code: 'TIMEOUT', message: 'The code ran longer than its time limit.', fatal: true },
  lost: { code: 'SANDBOX_LOST', message: 'The sandbox of the code ended.', fatal: true },
  'not begun': notBegun,
} as const satisfies Readonly<Record<string, GuestFault>>;

/**
 * Returns a value of JSON as text. Unlike `String`, it does not throw on an object that a guest made up, such as one
 * with a `toString` of its own.
 */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Returns a fault that a guest reports as plain texts of bounded length. */
const faultOf = ({ code, message, name, stack, fatal }: GuestFault): GuestFault => ({
  code: textOf(code).slice(0, 60),
  message: textOf(message).slice(0, 4_000),
  ...(name === undefined ? {} : { name: textOf(name).slice(0, 200) }),
  ...(stack === undefined ? {} : { stack: textOf(stack).slice(0, 8_000) }),
  ...(fatal === true ? { fatal } : {}),
});

/** Reads what the guest wrote; what is no JSON is taken as nothing. */
function parsed(json: unknown): unknown {
  if (typeof json !== 'string' || json.length > MOST_JSON) return null;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
