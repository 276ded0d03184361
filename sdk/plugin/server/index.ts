/**
 * The server half of a plugin from outside: `import { defineServerHalf, sql } from '@loupe/sdk/plugin/server'`.
 * It runs in the process of the server with all of its rights: install only what you trust.
 */
import type { Kysely, sql as kyselySql } from 'kysely';
import type { PluginApi, PluginCall, PluginOperation, PluginReply } from '../api.ts';
import type { PluginDisposable, PluginHook, PluginTap, PluginTapOptions } from '../index.ts';
import type { DeclaredOf, PluginManifest } from '../manifest.ts';

/** The caller of an operation. */
export interface PluginCaller {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly superAdmin: boolean;
}

/** The team a call is about. */
export interface PluginTeam {
  readonly id: number;
  readonly name: string;
  readonly organizationId: number;
  /** 4 contributor, 7 admin, 12 owner, 15 organization admin. */
  readonly role: number;
}

/** A line in the log of the server; facts are an object. */
export interface PluginLog {
  debug(facts: object, text?: string): void;
  info(facts: object, text?: string): void;
  warn(facts: object, text?: string): void;
  error(facts: object, text?: string): void;
}

/** Services for one call or job. */
export interface PluginRequest {
  readonly requestId: string;
  /** Throws UNAUTHORIZED when nobody is signed in. */
  readonly user: PluginCaller;
  readonly maybeUser: PluginCaller | undefined;
  /** Throws NOT_FOUND when the call names no team of the caller. */
  readonly team: PluginTeam;
  readonly maybeTeam: PluginTeam | undefined;
  readonly log: PluginLog;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Returns whether a plugin is on for the organization. */
  enabled(plugin: string): boolean;
  /** Returns whether the caller may do it. */
  can(action: string, scope?: { readonly projectId?: number; readonly folderId?: number }): Promise<boolean>;
  /** Throws FORBIDDEN when the caller may not. */
  demand(action: string, scope?: { readonly projectId?: number; readonly folderId?: number }): Promise<void>;
  /**
   * Work in one transaction that sees rows of the caller's team only:
   * `transaction(async (database: Kysely<Tables>) => …)`.
   */
  transaction<Tables, T>(work: (database: Kysely<Tables>) => Promise<T>): Promise<T>;
}

/** Answers one call. */
export type PluginHandler<O extends PluginOperation> = (
  call: PluginCall<O>,
  request: PluginRequest,
) => Promise<PluginReply<O>> | PluginReply<O>;

/** One handler for each call; a missing or misspelt one does not compile. */
export type PluginHandlers<A extends PluginApi> = {
  readonly [K in keyof A['operations']]: PluginHandler<A['operations'][K]>;
};

/** A running job. */
export interface PluginJobRun {
  /** Subject it was begun with. */
  readonly subject: unknown;
  readonly teamId: number;
  /** Aborted when it is cancelled or the server stops; look at it between steps. */
  readonly signal: AbortSignal;
  /** Says how far it is; shown in the jobs menu. */
  progress(done: number, total: number, text?: string): void;
}

/** Moments of the server. */
export interface PluginServerHooks {
  /** Before the server listens. */
  readonly starting: PluginHook<() => Promise<void> | void>;
  /** Before the database closes. */
  readonly stopping: PluginHook<() => Promise<void> | void>;
  /** After the commit of an event. */
  readonly committed: PluginHook<
    (
      request: PluginRequest,
      event: { readonly name: string; readonly teamId: number; readonly payload: unknown },
    ) => void
  >;
}

/** An answer of another host. */
export interface PluginResponse {
  readonly status: number;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/**
 * Services of a server half while it starts; all of it is taken back when the server stops. It must have started within
 * 15 seconds.
 */
export interface PluginServerContext<M extends PluginManifest> {
  /** Answers the calls of a contract. Their paths are below `/api/v1/ID`. */
  implement<A extends PluginApi>(api: A, handlers: PluginHandlers<A>): void;
  /** Does the work of a job that the manifest declares; what it resolves to is the job's result. */
  job(name: DeclaredOf<M, 'jobs'>, handler: (run: PluginJobRun, request: PluginRequest) => Promise<unknown>): void;
  /**
   * Begins a job in the name of the caller; answers its id. A second one with the `key` of an unfinished one is not
   * begun.
   */
  startJob(request: PluginRequest, name: DeclaredOf<M, 'jobs'>, subject: unknown, key?: string): Promise<string>;
  readonly hooks: PluginServerHooks;
  /** Takes part in a moment, under the plugin's name; organizations that have it off are left out. */
  tap<F>(hook: PluginHook<F>, fn: F, options?: PluginTapOptions): void;
  /**
   * Takes part in a hook by its name, as the map of hooks lists it: of the product itself, or of a plugin that the
   * manifest names (`items.saving`). Without effect while a plugin named as optional is off.
   */
  tap(hook: string, fn: PluginTap, options?: PluginTapOptions): void;
  /** Sends a request to another host, with the rules of `EGRESS_ALLOW`. */
  fetch(
    url: string,
    request?: {
      readonly method?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      readonly timeoutMs?: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<PluginResponse>;
  readonly log: PluginLog;
  /** Ends with the plugin: timers, watchers. */
  own(disposable: PluginDisposable): void;
}

/** One step of the plugin's tables. All pending steps run in one transaction, before the server listens. */
export interface PluginMigration {
  up(database: Kysely<unknown>): Promise<void>;
  down(database: Kysely<unknown>): Promise<void>;
}

/** Argument of `export default defineServerHalf(manifest, { … })`. */
export interface PluginServerHalf<M extends PluginManifest> {
  /**
   * Name → step, run in the order of their names, `0001-notes`. Tables are in the schema of the plugin's id, with `_`
   * for `-`.
   */
  readonly migrations?: Readonly<Record<string, PluginMigration>>;
  readonly activate: (context: PluginServerContext<M>) => void | Promise<void>;
}

/** Declares the server half; the default export of `server/index.ts`. */
export declare const defineServerHalf: <M extends PluginManifest>(
  manifest: M,
  half: PluginServerHalf<M>,
) => PluginServerHalf<M>;
/** Kysely's `sql`. */
export declare const sql: typeof kyselySql;
/** For migrations: makes a table of teams, with `id`, `team_id`, and row-level security. `table` is `schema.table`. */
export declare const tenantTable: (
  database: Kysely<unknown>,
  table: string,
  columns: (table: ReturnType<Kysely<unknown>['schema']['createTable']>) => unknown,
) => Promise<void>;
/**
 * For migrations: lets a team see only its own rows of a table with a `team_id`. Tables that lack it get it all the
 * same.
 */
export declare const forceRowSecurity: (database: Kysely<unknown>, table: string) => Promise<void>;
