import type { Container } from 'inversify';
import type { Disposable, TapOptions } from '#core/base/common/index.ts';
import type { Api } from '#core/api/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import type { Declared, Manifest, ServiceToken } from '../common/index.ts';
import type { CoreHooks } from './core-hooks.ts';

/** The part of a hook that a plugin reaches; every kind of hook has it. */
export interface Tappable<F> {
  readonly name: string;
  tap(owner: string, fn: F, options?: TapOptions): Disposable;
}

/** Lazy migration modules as `import.meta.glob('./migrations/*.ts')` gives them. */
export type MigrationGlob = Readonly<Record<string, () => Promise<unknown>>>;

/** What a server half may do while it activates; everything it adds is owned by the kernel and taken back on stop. */
export interface ServerPluginContext<M extends Manifest> {
  get<T>(service: ServiceToken<T>): T;
  /** Returns a service of an optional plugin, or undefined where that plugin is not installed. */
  find<T>(service: ServiceToken<T>): T | undefined;
  /** Mounts all operations of a contract. */
  implement<A extends Api>(api: A, handlers: Handlers<A>): void;
  /** Implements a job the manifest declares. */
  job(name: Declared<M, 'jobs'>, handler: (run: JobRun, context: RequestContext) => Promise<unknown>): void;
  /** Taps a hook of the core or of a required plugin under this plugin's name. */
  tap<F>(hook: Tappable<F>, fn: F, options?: TapOptions): void;
  readonly hooks: CoreHooks;
  /** Ends with the plugin: timers, watchers. */
  own(disposable: Disposable): void;
}

/** What a command of the command line found or did: for people and, with `--json`, for programs. */
export interface TerminalOutcome {
  readonly text: string;
  readonly data: unknown;
}

/** What such a command may use. It has no database, so that it works beside a running server. */
export interface TerminalContext {
  readonly modelsFolder: string;
  /** Hosts that are not public and may be reached all the same. */
  readonly egressAllow: readonly string[];
  /** Tells how far it is; one line. */
  tell(line: string): void;
}

/** A command of `npm run loupe` that a plugin brings. */
export interface TerminalCommand {
  /** As the help shows it: `models install`. */
  readonly usage: string;
  readonly summary: string;
  /** `words` follow the command's own. @throws Fault USAGE and what the work throws. */
  run(words: readonly string[], ground: TerminalContext): Promise<TerminalOutcome>;
}

export interface ServerHalf<M extends Manifest> {
  readonly manifest: M;
  readonly migrations?: MigrationGlob;
  /** Services of this plugin that plugins requiring it may inject. */
  readonly provides?: readonly ServiceToken<unknown>[];
  readonly bindings?: (container: Container) => void;
  /** Commands of the command line, by their first word. */
  readonly terminal?: Readonly<Record<string, TerminalCommand>>;
  readonly activate: (context: ServerPluginContext<M>) => void | Promise<void>;
}

/** The server half of a plugin: default export of `plugins/NAME/server/index.ts`. */
export function defineServerPlugin<M extends Manifest>(
  manifest: M,
  half: Omit<ServerHalf<M>, 'manifest'>,
): ServerHalf<M> {
  return { manifest, ...half };
}
