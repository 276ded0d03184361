import type { Log, RequestContext } from '#core/api/server/index.ts';
import type { People } from '#core/auth/server/index.ts';
import { callerOf } from '#core/auth/server/index.ts';
import { Fault } from '#core/base/common/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import type { PluginGate, RequestContexts } from '#core/kernel/server/index.ts';
import type { Teams } from '#core/tenancy/server/index.ts';

interface JobContextServices {
  readonly contexts: RequestContexts;
  readonly people: People;
  readonly teams: Teams;
  readonly gate: PluginGate;
  readonly log: Log;
}

/** A job works with the rights of who asked for it, as they are when it runs. */
export function jobContext({
  contexts,
  people,
  teams,
  gate,
  log,
}: JobContextServices): (run: JobRun) => Promise<RequestContext> {
  return async run => {
    const person = run.job.creatorId === undefined ? undefined : await people.byId(run.job.creatorId);
    const user = person === undefined || person.disabled_at !== null ? undefined : callerOf(person);
    const team = user === undefined ? undefined : await teams.membership(user, run.teamId);
    if (user === undefined || team === undefined)
      throw new Fault('FORBIDDEN', 'Who asked for this job is no longer in the team.', { status: 403 });
    return contexts.make({
      requestId: run.job.id,
      credential: 'job',
      user,
      team,
      scope: {},
      address: 'job',
      log: log.child({ job: run.job.id }),
      signal: run.signal,
      enablement: await gate.enablement(team.organizationId),
    });
  };
}
