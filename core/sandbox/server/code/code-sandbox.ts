import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault, isFault } from '#core/base/common/index.ts';
import bootstrap from './guest-bootstrap.js?raw';

/** Milliseconds beyond a time limit until the process is ended from outside. */
const GRACE_MS = 250;
const START_MS = 10_000;
/** Host calls of one call of the guest. */
const MOST_CALLS = 100;

/** Answers a call of the guest; what it throws as a Fault is thrown in the guest, anything else is hidden from it. */
export type HostCall = (value: unknown, signal: AbortSignal) => Promise<unknown>;

export interface CodeOptions {
  /** Scripts that are run first, in order; the last one is the code of people. One of them defines `runGuest(json): Promise<string>`. */
  readonly scripts: readonly { readonly name: string; readonly text: string }[];
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

export type GuestOutcome = { readonly log: readonly string[] } & (
  | { readonly result: unknown }
  | { readonly fault: GuestFault }
);

interface Message {
  readonly kind: 'ready' | 'begun' | 'done' | 'host';
  readonly id?: number;
  readonly name?: string;
  readonly json?: string;
  readonly fault?: GuestFault;
  readonly lines?: readonly string[];
}

/**
 * Code of people on the server: QuickJS in WebAssembly with a capped memory, in a process of its own without environment, that Node's
 * permissions keep from files, processes and threads. It reaches nothing but the functions of `host`. One sandbox serves one team.
 */
export class CodeSandbox {
  readonly #child: ChildProcess;
  readonly #options: CodeOptions;
  readonly #ended = new AbortController();
  #listen: ((message: Message | undefined) => void) | undefined;
  #calls = 0;
  #begun: GuestOutcome | undefined;

  private constructor(child: ChildProcess, options: CodeOptions) {
    this.#child = child;
    this.#options = options;
    child.on('message', (message: Message) => {
      if (message.kind === 'host') void this.#answer(message);
      else this.#listen?.(message);
    });
    const end = (): void => {
      this.#ended.abort();
      this.#listen?.(undefined);
    };
    child.once('exit', end).once('error', end);
  }

  /** Starts a process and runs the scripts in it. What is wrong with them is the outcome of every call. */
  static async open(options: CodeOptions): Promise<CodeSandbox> {
    const sandbox = new CodeSandbox(startProcess(), options);
    const started = await sandbox.#next(START_MS);
    if (started?.kind !== 'ready') {
      sandbox.close();
      throw new Fault('SANDBOX_FAILED', 'The sandbox for code could not be started.', { status: 500 });
    }
    const { memoryMb, timeMs } = options;
    const scripts = [{ name: 'sandbox.js', text: bootstrap }, ...options.scripts];
    const begun = await sandbox.#ask({ kind: 'begin', scripts, memoryMb, deadlineMs: timeMs });
    if (begun !== undefined && 'fault' in begun) sandbox.#begun = begun;
    return sandbox;
  }

  /** True while it can run another call. */
  get usable(): boolean {
    return !this.#ended.signal.aborted;
  }

  /** Runs `runGuest` with a value that JSON can hold. */
  async call(value: unknown): Promise<GuestOutcome> {
    if (this.#begun !== undefined) return this.#begun;
    this.#calls = 0;
    return this.#ask({ kind: 'call', json: JSON.stringify(value), deadlineMs: this.#options.timeMs });
  }

  /** Ends the process. */
  close(): void {
    this.#ended.abort();
    this.#child.kill('SIGKILL');
  }

  async #ask(message: object): Promise<GuestOutcome> {
    if (!this.usable) return lost;
    const answer = this.#next(this.#options.timeMs + GRACE_MS);
    this.#child.send(message);
    const outcome = await answer;
    if (outcome === undefined) {
      const outside = !this.usable;
      this.close();
      return outside ? lost : { fault: timeout, log: [] };
    }
    const log = outcome.lines ?? [];
    if (outcome.fault === undefined) return { result: outcome.json === undefined ? null : parsed(outcome.json), log };
    if (outcome.fault.fatal === true) this.close();
    return { fault: outcome.fault, log };
  }

  #next(withinMs: number): Promise<Message | undefined> {
    return new Promise(settle => {
      const timer = setTimeout(() => this.#listen?.(undefined), withinMs);
      this.#listen = message => {
        clearTimeout(timer);
        this.#listen = undefined;
        settle(message);
      };
    });
  }

  async #answer({ id, name = '', json = 'null' }: Message): Promise<void> {
    const send = (answer: object): void => {
      if (this.usable) this.#child.send({ kind: 'answer', id, json: JSON.stringify(answer) });
    };
    try {
      this.#calls += 1;
      if (this.#calls > MOST_CALLS)
        throw new Fault('TOO_MANY_CALLS', `The code made more than ${MOST_CALLS} calls.`, { status: 422 });
      const host = Object.hasOwn(this.#options.host, name) ? this.#options.host[name] : undefined;
      if (host === undefined) throw new Fault('NOT_FOUND', `There is no “${name}”.`, { status: 404 });
      send({ result: await host(parsed(json), this.#ended.signal) });
    } catch (error) {
      const { code, message } =
        isFault(error) && error.status < 500 ? error : { code: 'INTERNAL', message: 'The call failed.' };
      send({ fault: { code, message } });
    }
  }
}

const timeout: GuestFault = { code: 'TIMEOUT', message: 'The code ran longer than its time limit.', fatal: true };
const lost: GuestOutcome = {
  fault: { code: 'SANDBOX_LOST', message: 'The sandbox of the code ended.', fatal: true },
  log: [],
};

/** Reads what the guest wrote; what is no JSON is taken as nothing. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function startProcess(): ChildProcess {
  const file = processFile();
  const entry = createRequire(import.meta.url).resolve('quickjs-emscripten-core');
  const packages = entry.slice(0, entry.lastIndexOf('quickjs-emscripten-core') - 1);
  const readable = [dirname(file), packages, join(dirname(packages), 'package.json')];
  const [major] = process.versions.node.split('.').map(Number);
  return fork(file, [], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      major! >= 24 ? '--permission' : '--experimental-permission',
      ...readable.map(each => `--allow-fs-read=${each}`),
      '--max-old-space-size=96',
      '--disallow-code-generation-from-strings',
      '--no-warnings',
    ],
  });
}

/** The built process lies beside the server's entry, and this module may be in a chunk one folder below. Run from source, it is here. */
function processFile(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const built = [here, dirname(here)].map(folder => join(folder, 'guest-process.js')).find(existsSync);
  return built ?? resolve(here, 'guest-process.mjs');
}
