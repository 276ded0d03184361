import type { EventHub } from '#core/api/server/index.ts';
import type { People, Sessions } from '#core/auth/server/index.ts';
import type { Job } from '#core/data/common/index.ts';
import type { Jobs } from '#core/data/server/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import type { Maintenance } from '#core/maintenance/server/index.ts';
import type { PluginGate, ServerBus } from '#core/kernel/server/index.ts';
import { jobView } from '#core/kernel/server/index.ts';
import type { AccessTokens, Organizations, SdkTokens, Teams } from '#core/tenancy/server/index.ts';

interface BusServices {
  readonly bus: ServerBus;
  readonly hub: EventHub;
  readonly gate: PluginGate;
  readonly jobs: Jobs;
  readonly people: People;
  readonly sessions: Sessions;
  readonly organizations: Organizations;
  readonly teams: Teams;
  readonly sdkTokens: SdkTokens;
  readonly accessTokens: AccessTokens;
  readonly maintenance: Maintenance;
  readonly manifests: readonly Manifest[];
}

/** A message to the tabs of one person in one team. */
interface TabMessage {
  readonly teamId: number;
  readonly userId: number;
  readonly message: { readonly type: string } & Record<string, unknown>;
}

interface JobMessage {
  readonly teamId: number;
  readonly id: string;
}

/**
 * Handles what concerns the tabs and the memory of every server: `tabs`, `job`, `switches` (of an organization),
 * `person` (whose sessions ended or changed), `teamEnded` and `maintenance`. Returns how to show the progress of a job
 * of this server.
 */
export function handleBus({
  bus,
  hub,
  gate,
  jobs,
  people,
  sessions,
  organizations,
  teams,
  sdkTokens,
  accessTokens,
  maintenance,
  manifests,
}: BusServices): (job: Job) => Promise<void> {
  const isBackground = ({ plugin, name }: Job): boolean =>
    manifests.find(each => each.id === plugin)?.jobs?.[name]?.background === true;
  const show = (job: Job): void => {
    if (isBackground(job)) return;
    hub.send((userId, teamId) => teamId === job.teamId && userId === job.creatorId, {
      type: 'job',
      job: jobView(job, manifests),
    });
  };

  bus.on<TabMessage>('tabs', ({ teamId, userId, message }) =>
    hub.send((user, team) => user === userId && team === teamId, message),
  );
  bus.on<JobMessage>('job', async ({ teamId, id }) => {
    if (!hub.follows(teamId)) return;
    const job = await jobs.get(teamId, id);
    if (job !== undefined) show(job);
  });
  bus.on<number>('switches', async organizationId => {
    gate.forget();
    teams.forget();
    const own = new Set((await organizations.teamsOf(organizationId)).map(each => each.id));
    hub.send((_, teamId) => teamId !== undefined && own.has(teamId), { type: 'plugins' });
    await jobs.recheck();
  });
  bus.on<number>('person', async personId => {
    sessions.forget();
    sdkTokens.forget();
    accessTokens.forget();
    await hub.pruneSessions(personId, async sessionId => {
      if (sessionId !== undefined) return sessions.isLive(sessionId);
      return (await people.byId(personId))?.disabled_at === null;
    });
  });
  bus.on<number>('teamEnded', async teamId => {
    teams.forget();
    sdkTokens.forget();
    accessTokens.forget();
    await hub.prune(teamId, () => Promise.resolve(false));
  });
  bus.on('maintenance', async () => {
    await maintenance.load();
    hub.send(() => true, { type: 'maintenance' });
  });

  return async job => {
    show(job);
    if (job.creatorId !== undefined && !isBackground(job))
      await bus.sendToOthers('job', { teamId: job.teamId, id: job.id } satisfies JobMessage);
  };
}
