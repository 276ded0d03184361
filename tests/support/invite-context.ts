import type { RequestContext } from '#core/api/server/index.ts';
import { callerOf } from '#core/auth/server/index.ts';
import type { TestApp, TestTeam } from './test-app.ts';

/** The context in which the owner of a team invites people. */
export async function contextOf({ app }: TestApp, team: TestTeam): Promise<RequestContext> {
  const user = callerOf(team.owner.row);
  return app.services.contexts.make({
    requestId: 'test',
    credential: 'session',
    user,
    team: (await app.services.teams.membership(user, team.id))!,
    scope: {},
    address: '',
    log: app.http.log as never,
    signal: new AbortController().signal,
    enablement: new Map(),
  });
}
