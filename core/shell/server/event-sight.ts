import { isFault, TtlCache } from '#core/base/common/index.ts';
import type { EventEnvelope } from '#core/api/common/index.ts';
import type { Log, Subscriber } from '#core/api/server/index.ts';
import type { People } from '#core/auth/server/index.ts';
import { callerOf } from '#core/auth/server/index.ts';
import type { PluginGate, RequestContexts } from '#core/kernel/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { Teams } from '#core/tenancy/server/index.ts';

interface EventSightServices {
  readonly contexts: RequestContexts;
  readonly people: People;
  readonly teams: Teams;
  readonly gate: PluginGate;
  readonly log: Log;
}

/** Milliseconds for which a membership of a project is trusted without asking. */
const TRUST = 2_000;

/**
 * Says whether an event is for a subscriber: events that name a project are for its people and the admins of the team.
 */
export function eventSight({
  contexts,
  people,
  teams,
  gate,
  log,
}: EventSightServices): (subscriber: Subscriber, event: EventEnvelope) => Promise<boolean> {
  const seen = new TtlCache<true>(TRUST);
  const sees = async (userId: number, teamId: number, projectId: number): Promise<true | undefined> => {
    const person = await people.byId(userId);
    const user = person === undefined || person.disabled_at !== null ? undefined : callerOf(person);
    const team = user === undefined ? undefined : await teams.membership(user, teamId, { silent: true });
    if (user === undefined || team === undefined) return undefined;
    // They see all projects, also one that was deleted.
    if (team.role >= teamRoles.teamAdmin) return true;
    const context = contexts.make({
      requestId: 'event',
      credential: 'session',
      user,
      team,
      scope: {},
      address: '',
      log,
      signal: new AbortController().signal,
      enablement: await gate.enablement(team.organizationId),
    });
    try {
      return (await context.can('ViewItem', { projectId })) ? true : undefined;
    } catch (error) {
      // To somebody outside of a project it does not exist.
      if (isFault(error) && error.status === 404) return undefined;
      throw error;
    }
  };
  return async ({ userId }, { teamId, payload }) => {
    const projectId = (payload as { readonly project_id?: unknown } | undefined)?.project_id;
    if (typeof projectId !== 'number') return true;
    return (await seen.get(`${teamId} ${userId} ${projectId}`, () => sees(userId, teamId, projectId))) ?? false;
  };
}
