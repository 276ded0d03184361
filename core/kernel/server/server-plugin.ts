import type { Container } from 'inversify';
import type { Api } from '#core/api/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import type { DeclaredOf, PluginApi } from '#sdk/plugin/index.ts';
import type { PluginHandlers, PluginServerContext, PluginServerHalf } from '#sdk/plugin/server/index.ts';
import type { Manifest, ServiceToken } from '../common/index.ts';
import type { CoreHooks } from './core-hooks.ts';

/** Lazy migration modules as `import.meta.glob('./migrations/*.ts')` gives them. */
export type MigrationGlob = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * The context of a server half: that of the SDK, with the services a bundled plugin may use and the full types of
 * requests and jobs.
 */
export interface ServerPluginContext<M extends Manifest> extends PluginServerContext<M> {
  get<T>(service: ServiceToken<T>): T;
  /** Returns a service of an optional plugin, or undefined where that plugin is not installed. */
  find<T>(service: ServiceToken<T>): T | undefined;
  implement<A extends Api>(api: A, handlers: Handlers<A>): void;
  implement<A extends PluginApi>(api: A, handlers: PluginHandlers<A>): void;
  job(name: DeclaredOf<M, 'jobs'>, handler: (run: JobRun, context: RequestContext) => Promise<unknown>): void;
  readonly hooks: CoreHooks;
}

/** Outcome of a command of the command line: for people and, with `--json`, for programs. */
export interface TerminalOutcome {
  readonly text: string;
  readonly data: unknown;
}

/** Context of a command of the command line. It has no database, so that it works beside a running server. */
export interface TerminalContext {
  readonly modelsFolder: string;
  /** Hosts that are not public and may be reached all the same. */
  readonly egressAllow: readonly string[];
  /** Prints one line of progress. */
  print(line: string): void;
}

/** A command of `npm run loupe` that a plugin brings. */
export interface TerminalCommand {
  /** As the help shows it: `models install`. */
  readonly usage: string;
  readonly summary: string;
  /** `words` follow the command's own. @throws Fault USAGE and what the work throws. */
  run(words: readonly string[], terminal: TerminalContext): Promise<TerminalOutcome>;
}

/** The server half of a plugin: that of the SDK, with the services and terminal commands of a bundled plugin. */
export interface ServerHalf<M extends Manifest> extends Omit<PluginServerHalf<M>, 'activate' | 'migrations'> {
  readonly manifest: M;
  /** Steps by name, or modules of steps by path. */
  readonly migrations?: MigrationGlob | NonNullable<PluginServerHalf<M>['migrations']>;
  /** Services of this plugin that plugins requiring it may inject. */
  readonly provides?: readonly ServiceToken<unknown>[];
  readonly bindings?: (container: Container) => void;
  /** Commands of the command line, by their first word. */
  readonly terminal?: Readonly<Record<string, TerminalCommand>>;
  readonly activate: (context: ServerPluginContext<M>) => void | Promise<void>;
}

/** Declares a server half; the default export of `server/index.ts`. */
export function defineServerHalf<M extends Manifest>(manifest: M, half: Omit<ServerHalf<M>, 'manifest'>): ServerHalf<M>;
export function defineServerHalf<M extends Manifest>(manifest: M, half: PluginServerHalf<M>): PluginServerHalf<M>;
export function defineServerHalf(manifest: Manifest, half: object): object {
  return { manifest, ...half };
}
