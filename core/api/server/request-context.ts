import type { Kysely } from 'kysely';
import type { HookGate } from '#core/base/common/index.ts';
import type { EventDefinition } from '../common/index.ts';
import type { Log } from './log.ts';

/** The caller of an operation. Absent in public operations. */
export interface Caller {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly superAdmin: boolean;
}

/** The team a call is about, with the caller's membership in it. */
export interface CallerTeam {
  readonly id: number;
  readonly name: string;
  readonly organizationId: number;
  /** 4 contributor, 7 admin, 12 owner, 15 organization admin (roles and permissions, section 2). */
  readonly role: number;
  /** Ids of permissions given to the person in this team (roles and permissions, 3.4). */
  readonly permissions: readonly number[];
  /** The role a contributor has of those that the team made, with the keys of its rights. */
  readonly customRole?: { readonly id: number; readonly name: string; readonly rights: readonly string[] };
  /** Feature switches of the organization. */
  readonly features: Readonly<Record<string, boolean>>;
  /** The organization's owner has an address of the provider's own domain. */
  readonly onProviderDomain?: boolean;
  /** Projects the plan of the organization gives a team; absent: as many as it likes. */
  readonly projectLimit?: number;
  /** Items the licence of the organization gives a team; absent: as many as it likes. */
  readonly itemLimit?: number;
  /** State of the organization's licence; absent: active. */
  readonly licence?: 'active' | 'trial' | 'trial_ended' | 'contract_ended';
}

/** Kind of proof of the caller's identity. */
export type Credential = 'session' | 'sdk' | 'public' | 'job' | 'none';

/** Part of the team that a right is asked for. Absent project = the team as a whole. */
export interface Scope {
  readonly projectId?: number;
  readonly folderId?: number;
}

/**
 * Everything one request may use: a value, not a container.
 * First argument of every service method and server hook.
 */
export interface RequestContext extends HookGate {
  readonly requestId: string;
  readonly credential: Credential;
  readonly sessionId: string | undefined;
  /** Throws UNAUTHORIZED when nobody is signed in. */
  readonly user: Caller;
  readonly maybeUser: Caller | undefined;
  /** Throws NOT_FOUND when the call names no team of the caller. */
  readonly team: CallerTeam;
  readonly maybeTeam: CallerTeam | undefined;
  /** The super-admin who views as the caller, read-only; undefined in all other calls. */
  readonly viewer: Caller | undefined;
  /** The organization the call is about: the one in its path, else that of its team. */
  readonly organizationId: number | undefined;
  readonly scope: Scope;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Address of the client, for rate limits and the audit log. */
  readonly address: string;
  enabled(plugin: string): boolean;
  /** True when the caller holds the action in the scope; asks the gate. */
  can(action: string, scope?: Scope): Promise<boolean>;
  /** Throws FORBIDDEN naming the action. */
  demand(action: string, scope?: Scope): Promise<void>;
  /**
   * Runs `work` in one transaction that sees rows of the caller's team only. Nested calls join it.
   * The type parameter names the tables: `context.transaction(async (database: Kysely<ItemTables>) => …)`.
   */
  transaction<Tables, T>(work: (database: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Notifies the team after commit; only inside `transaction`. Payload: ids only. */
  publish<T>(event: EventDefinition<T>, payload: T): Promise<void>;
}
