import type { Kysely } from 'kysely';
import { Fault, forbidden, notFound, unauthorized } from '#core/base/common/index.ts';
import type { EventDefinition } from '#core/api/common/index.ts';
import type { Caller, CallerTeam, Credential, Log, RequestContext, Scope } from '#core/api/server/index.ts';
import { onCommit, transactionOf } from '#core/data/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { TeamRole, TeamMembership } from '#core/permissions/common/index.ts';
import { teamActions, teamRoles } from '#core/permissions/common/index.ts';
import type { Enablement } from '../common/index.ts';
import type { CoreHooks } from './core-hooks.ts';
import { PendingEvents } from './pending-events.ts';
import { readOnly } from './viewing.ts';

/** Facts a context is made of. */
export interface ContextFacts {
  readonly requestId: string;
  readonly credential: Credential;
  readonly sessionId?: string;
  readonly user?: Caller;
  readonly team?: CallerTeam;
  /** The super-admin who views as the user: transactions are read-only. */
  readonly viewer?: Caller;
  /** The organization in the path of the call, and whether the caller owns it; absent = that of the team counts. */
  readonly organization?: { readonly id: number; readonly owned: boolean };
  /** Narrows what the credential may do; absent = all that the person may. */
  readonly allows?: (action: string) => boolean;
  readonly scope: Scope;
  readonly address: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly enablement: ReadonlyMap<string, Enablement>;
}

/** Returns the part of the caller's team that their rights depend on. */
export const membershipOf = (team: CallerTeam): TeamMembership => ({
  role: team.role as TeamRole,
  permissions: team.permissions,
  customRole: team.customRole,
  features: team.features,
  onProviderDomain: team.onProviderDomain,
});

/** Makes the context of one request or job run. */
export class RequestContexts {
  readonly #events: PendingEvents;

  constructor(
    private readonly database: Database,
    private readonly hooks: CoreHooks,
    /** Called at the beginning of each transaction of a context. */
    private readonly began: (context: RequestContext) => void = () => undefined,
  ) {
    this.#events = new PendingEvents(database);
  }

  make(facts: ContextFacts): RequestContext {
    const { database, hooks, began } = this;
    const events = this.#events;
    const granted = new Map<string, Promise<ReadonlySet<string>>>();

    const context: RequestContext = {
      requestId: facts.requestId,
      credential: facts.credential,
      sessionId: facts.sessionId,
      maybeUser: facts.user,
      maybeTeam: facts.team,
      viewer: facts.viewer,
      organizationId: facts.organization?.id ?? facts.team?.organizationId,
      scope: facts.scope,
      address: facts.address,
      log: facts.log,
      signal: facts.signal,
      get user(): Caller {
        if (facts.user === undefined) throw unauthorized();
        return facts.user;
      },
      get team(): CallerTeam {
        if (facts.team === undefined) throw notFound('The team');
        return facts.team;
      },
      enabled: plugin => plugin === 'core' || facts.enablement.get(plugin)?.enabled === true,
      async can(action, scope = facts.scope) {
        if (action === 'public') return true;
        if (facts.user === undefined || facts.allows?.(action) === false) return false;
        if (action === 'signed-in') return true;
        // A token is for the work of a team; the account is its owner's alone.
        if (action === 'UseAccount') return facts.credential === 'session';
        if (action === 'super-admin') return facts.user.superAdmin;
        if (action === 'ManageOrganization')
          return (
            facts.user.superAdmin || (facts.organization?.owned ?? facts.team?.role === teamRoles.organizationOwner)
          );
        if (facts.team === undefined) return false;
        if (action === 'team-member') return true;
        const key = `${scope.projectId ?? ''}/${scope.folderId ?? ''}`;
        let actions = granted.get(key);
        if (actions === undefined)
          granted.set(
            key,
            (actions = hooks.granting.promise(context, new Set(teamActions(membershipOf(facts.team))), scope)),
          );
        return (await actions).has(action);
      },
      async demand(action, scope) {
        if (await context.can(action, scope)) return;
        if (facts.user === undefined) throw unauthorized();
        throw forbidden(action);
      },
      transaction<Tables, T>(work: (tables: Kysely<Tables>) => Promise<T>): Promise<T> {
        const run = (): Promise<T> =>
          database.tenant<Tables>(context.team.id).transaction(trx => {
            began(context);
            return work(trx);
          });
        return facts.viewer === undefined ? run() : readOnly(run);
      },
      async publish<T>(event: EventDefinition<T>, payload: T) {
        const trx = transactionOf<unknown>(context.team.id);
        if (trx === undefined)
          throw new Fault('NO_TRANSACTION', `${event.name} must be published inside a transaction`);
        const checked = event.schema.parse(payload);
        await hooks.published.promise(context, event, checked);
        const number = events.add(trx, context.team.id, { name: event.name, payload: checked, by: facts.user?.email });
        onCommit(() => hooks.committed.call(context, number()));
      },
    };
    return context;
  }
}
