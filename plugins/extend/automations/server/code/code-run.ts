import type { Disposable } from '#core/base/common/index.ts';
import { Fault, originIn } from '#core/base/common/index.ts';
import { AsyncVariable } from '#core/base/server/index.ts';
import type { Egress } from '#core/egress/server/index.ts';
import { guestFetch } from '#core/egress/server/index.ts';
import { z } from '#core/api/common/index.ts';
import type { BuiltCode, GuestFault, HostCall } from '#core/sandbox/server/index.ts';
import { CodeSandbox, GUEST_FILE, NOT_BEGUN, stackOf } from '#core/sandbox/server/index.ts';
import type { ActionCode } from '../../common/custom-action.ts';
import { writeKinds } from '../../common/custom-action.ts';
import type { StepTrace } from '../automation-tables.ts';
import runtime from './action-runtime.js?raw';
import pythonRuntime from './action-runtime.py?raw';

/** Characters of the log of one item. */
const MOST_LOG = 65_536;

/** Characters of the annotations that the code of one item saves. */
const MOST_DOCUMENT = 2_000_000;

const write = z.object({ type: z.enum(writeKinds), settings: z.record(z.string(), z.union([z.string(), z.number()])) });

const answer = z.object({
  value: z.unknown(),
  writes: z
    .array(
      write.refine(({ type, settings }) =>
        Object.entries(settings).every(
          ([name, value]) =>
            typeof value === 'number' ||
            value.length <= (type === 'annotate' && name === 'document' ? MOST_DOCUMENT : 2000),
        ),
      ),
    )
    .max(20),
});

/** A change of the item that the code asked for, as a built-in action makes it. */
export type RequestedWrite = z.output<typeof answer>['writes'][number];

/** Outcome for one item. */
export type CodeOutcome = {
  readonly log: string;
  readonly notSent: readonly string[];
  readonly trace: Pick<StepTrace, 'run_ms' | 'memory_mb' | 'stack'>;
} & (
  | { readonly value: unknown; readonly writes: readonly RequestedWrite[] }
  | { readonly error: { readonly code: string; readonly message: string } }
);

const request = z.object({
  url: z.string().max(4000),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
});

const STOPPED: GuestFault = {
  code: 'SWITCHED_OFF',
  message: 'The code was ended: automations were switched off, or the server stopped.',
  fatal: true,
};

interface RunOptions {
  readonly settings: ActionCode;
  readonly built: BuiltCode;
  readonly egress: Egress;
  /** Calls that read. */
  readonly reads: Readonly<Record<string, HostCall>>;
  /** Requests that may change something are not sent. */
  readonly dry: boolean;
  readonly signal: AbortSignal;
}

/** Requests of each call that were not sent. */
const unsent = new AsyncVariable<string[]>();

/** Runs the code of an action for many items, in one sandbox as long as it lasts. */
export class CodeRun implements Disposable {
  #sandbox: CodeSandbox | undefined;
  #opening: Promise<CodeSandbox> | undefined;

  readonly #stop = (): void => this.#sandbox?.close();

  constructor(private readonly options: RunOptions) {
    options.signal.addEventListener('abort', this.#stop, { once: true });
  }

  /**
   * Runs the handler once. TypeScript may be called again before the former calls ended. Returns nothing for a call
   * that did not begin, because one before it ended the sandbox.
   */
  async call(input: {
    readonly event: object;
    readonly context: unknown;
    readonly secrets: Readonly<Record<string, string>>;
  }): Promise<CodeOutcome | undefined> {
    this.options.signal.throwIfAborted();
    const notSent: string[] = [];
    const sandbox = await this.#opened();
    const ended = await unsent.run(notSent, () => sandbox.call(input));
    if ('fault' in ended && ended.fault.code === NOT_BEGUN) return undefined;
    const outcome = this.options.signal.aborted && 'fault' in ended ? { ...ended, fault: STOPPED } : ended;
    const trace = {
      run_ms: Math.round(outcome.ms * 10) / 10,
      ...(outcome.memory === undefined ? {} : { memory_mb: Math.round((outcome.memory / 1_048_576) * 10) / 10 }),
    };
    const of = { log: joined(outcome.log), notSent, trace };
    if ('fault' in outcome) {
      const stack = this.#stack(outcome.fault);
      return { ...of, ...(stack === '' ? {} : { trace: { ...trace, stack } }), error: explained(outcome.fault, stack) };
    }
    const read = answer.safeParse(outcome.result);
    if (!read.success)
      return {
        ...of,
        error: { code: 'RESULT_INVALID', message: 'The changes that the code asks for are not of a known form.' },
      };
    const denied = read.data.writes.find(each => !this.options.settings.writes.includes(each.type));
    if (denied !== undefined)
      return {
        ...of,
        error: {
          code: 'WRITE_DENIED',
          message: `The code may not use ${denied.type}. Allow it in the settings of the action and deploy it again.`,
        },
      };
    return { ...of, value: read.data.value, writes: read.data.writes };
  }

  /** True when its sandbox ended. The next call gets another one. */
  get ended(): boolean {
    return this.#sandbox?.usable === false;
  }

  dispose(): void {
    this.options.signal.removeEventListener('abort', this.#stop);
    this.#sandbox?.close();
  }

  /** Returns the sandbox that all calls share as long as it lasts. */
  #opened(): Promise<CodeSandbox> {
    if (this.#sandbox?.usable === false) {
      this.#sandbox = undefined;
      this.#opening = undefined;
    }
    this.#opening ??= this.#open().then(
      made => {
        this.#sandbox = made;
        if (this.options.signal.aborted) made.close();
        return made;
      },
      (error: unknown) => {
        this.#opening = undefined;
        throw error;
      },
    );
    return this.#opening;
  }

  async #open(): Promise<CodeSandbox> {
    const { settings, built } = this.options;
    const python = settings.interpreter === 'python';
    return CodeSandbox.open({
      language: settings.interpreter,
      scripts: [
        python ? { name: 'action-runtime.py', text: pythonRuntime } : { name: 'action-runtime.js', text: runtime },
        { name: python ? 'main.py' : GUEST_FILE, text: built.code },
      ],
      // Actions that were stored before there were several files have none.
      files: python ? (settings.files ?? []) : [],
      memoryMb: settings.memory,
      timeMs: settings.time_limit * 1000,
      host: { ...this.options.reads, fetch: this.#fetch },
    });
  }

  readonly #fetch: HostCall = async (value, ended) => {
    const read = request.safeParse(value);
    if (!read.success)
      throw new Fault('INVALID_FIELD', 'A request needs an address, a method, headers and a body of text.', {
        status: 422,
      });
    const { url, method, headers, body } = read.data;
    const origin = originIn(url);
    if (origin === undefined || !this.options.settings.hosts.includes(origin))
      throw new Fault(
        'HOST_DENIED',
        `The code may not reach ${origin ?? 'this address'}. Allow the host in the settings of the action and deploy it again.`,
        { status: 403 },
      );
    if (this.options.dry && method !== 'GET' && method !== 'HEAD') {
      unsent.get()?.push(`${method} ${origin} is not sent in a dry run.`);
      return { status: 202, headers: {}, body: '' };
    }
    return guestFetch(
      this.options.egress,
      new Set(this.options.settings.hosts),
      { url, method, headers, body },
      AbortSignal.any([ended, this.options.signal]),
    );
  };

  /** Returns the places of an error in the source, innermost first; empty where it was thrown by none of its lines. */
  #stack({ code, stack = '' }: GuestFault): string {
    if (code !== 'THROWN') return '';
    return this.options.settings.interpreter === 'python' ? stack : stackOf(this.options.built, stack);
  }
}

function explained(
  { code, message, name }: GuestFault,
  stack: string,
): { readonly code: string; readonly message: string } {
  if (code !== 'THROWN') return { code, message };
  const text = name === undefined || name === 'Error' ? message : `${name}: ${message}`;
  const place = /[a-z][\w-]*\.(?:ts|py):\d+(?::\d+)?/.exec(stack)?.[0];
  return { code, message: place === undefined ? text : `${text} (${place})` };
}

/** Keeps the beginning and the end of a long log. */
function joined(lines: readonly string[]): string {
  const text = lines.join('\n');
  const half = MOST_LOG / 2;
  return text.length <= MOST_LOG ? text : `${text.slice(0, half)}\n…\n${text.slice(-half)}`;
}
