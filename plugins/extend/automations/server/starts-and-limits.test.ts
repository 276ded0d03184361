import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RequestContext } from '#core/api/server/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { StoredTask } from '../common/actions-api.ts';
import { actionsApi } from '../common/actions-api.ts';
import type { RunView, StoredPipeline, TaskResult } from '../common/api.ts';
import { automationsApi } from '../common/api.ts';
import type { CustomEventView } from '../common/intake-api.ts';
import { intakeApi } from '../common/intake-api.ts';
import type { LimitedTeam, TeamLimitValues } from '../common/limits-api.ts';
import { limitsApi, ownLimitsApi } from '../common/limits-api.ts';
import type { OfferedStart, StartProgress } from '../common/starts-api.ts';
import { startsApi } from '../common/starts-api.ts';
import type { AutomationTables } from './automation-tables.ts';
import { recoverSteps } from './runs/step-store.ts';
import { codeOf, startedByHand } from './sample-actions.support.ts';

const operations = automationsApi.operations;
const starts = startsApi.operations;
const FREE: TeamLimitValues = {
  runs_per_minute: null,
  runs_per_day: null,
  concurrent_runs: null,
  code_seconds_per_day: null,
};

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let operator: TestPerson;
  let projectId: number;
  let items: readonly number[];
  let names = 0;
  let version = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'workflow', 'automations'] });
    team = await app.team('North');
    owner = team.owner;
    ana = await team.join('ana@north.test');
    operator = (await app.team('Operators', { superAdmin: true })).owner;
    projectId = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'P', type: 8 } })).body.id;
    const made = await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: projectId,
        upload_state: 3,
        images: ['a', 'b', 'c'].map(name => ({ name, path: 'custom_llm' })),
        meta: {},
      },
    });
    items = made.body.map(each => each.id);
    await owner.request('POST', `/api/v1/project/${projectId}/share/bulk`, {
      body: { users: [{ user_id: 'ana@north.test', user_role: 3 }] },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const eventually = <T>(look: () => Promise<T>): Promise<T> => vi.waitFor(look, { timeout: 60_000, interval: 50 });
  const pipeline = async (
    settings: Readonly<Record<string, unknown>>,
    type = 'set_priority',
    action: Readonly<Record<string, unknown>> = { priority: 5 },
  ): Promise<StoredPipeline> => {
    const graph = startedByHand(projectId, action, type);
    const nodes = graph.nodes.map(each =>
      each.kind === 'event' ? { ...each, settings: { ...each.settings, ...settings } } : each,
    );
    return (
      await owner.call<StoredPipeline>('automations', operations.createPipeline, {
        body: { name: `Pipeline ${(names += 1)}`, description: '', graph: { ...graph, nodes } },
      })
    ).body;
  };
  const params = () => ({ project_id: projectId });
  const start = (
    by: TestPerson,
    { id }: StoredPipeline,
    more: { item_ids?: readonly number[]; values?: object; key?: string } = {},
  ): Promise<Answer<{ event_id: number; code?: string }>> =>
    by.call('automations', starts.startPipeline, {
      params: params(),
      body: { pipeline_id: id, node_id: 'start', item_ids: [items[0]!], ...more },
    });
  const progress = async (by: TestPerson, event_id: number): Promise<Answer<StartProgress>> =>
    by.call('automations', starts.getStart, { params: { ...params(), event_id } });
  const settled = (by: TestPerson, event: number): Promise<StartProgress> =>
    eventually(async () => {
      const { body } = await progress(by, event);
      expect(['done', 'failed']).toContain(body.state);
      return body;
    });
  const runsOf = async ({ id }: StoredPipeline): Promise<readonly RunView[]> =>
    (await owner.call<{ data: RunView[] }>('automations', operations.listRuns, { query: { pipeline_id: id } })).body
      .data;
  const limit = async (limits: Partial<TeamLimitValues>, off = false): Promise<LimitedTeam> => {
    const { status, body } = await operator.call<LimitedTeam>('main', limitsApi.operations.setAutomationLimits, {
      params: { team_id: team.id },
      body: { off, limits: { ...FREE, ...limits }, version },
    });
    expect(status).toBe(200);
    version = body.version;
    return body;
  };
  const waitsFor = (event: number, reason: RegExp): Promise<void> =>
    eventually(async () => expect((await progress(owner, event)).body.reason).toMatch(reason));
  const codePipeline = async (body: string): Promise<StoredPipeline> => {
    const task = (
      await owner.call<StoredTask>('automations', actionsApi.operations.createCustomTask, {
        body: { name: `Action ${(names += 1)}`, description: '', draft: codeOf(body) },
      })
    ).body;
    await owner.call('automations', actionsApi.operations.deployCustomTask, {
      params: { custom_task_id: task.id },
      body: { revision: task.revision },
    });
    return pipeline({}, 'custom', { custom_task_id: task.id });
  };

  it('should offer a pipeline to the people its event names, with its form, and run it with their values', async () => {
    const { body: event } = await owner.call<CustomEventView>('automations', intakeApi.operations.createCustomEvent, {
      body: {
        name: 'Why',
        description: '',
        fields: [{ key: 'reason', type: 'text', required: true }],
        fired_by: 'managers',
      },
    });
    const open = await pipeline({ name: 'Flag it', who: 'everyone', custom_event_id: event.id });
    const closed = await pipeline({ name: 'Purge', who: 'managers' });
    const listed = async (by: TestPerson): Promise<readonly OfferedStart[]> =>
      (await by.call<{ data: OfferedStart[] }>('automations', starts.listStarts, { params: params() })).body.data;
    expect(await listed(ana)).toMatchObject([
      { pipeline_id: open.id, node_id: 'start', title: 'Flag it', fields: [{ key: 'reason', required: true }] },
    ]);
    expect((await listed(owner)).map(each => each.title)).toEqual(['Flag it', 'Purge']);
    expect((await start(ana, closed)).status).toBe(403);
    expect(await start(ana, open)).toMatchObject({ status: 422, body: { code: 'VALUES_INVALID' } });
    const body = { values: { reason: 'Blurred' }, key: 'the-same-press' };
    const first = await start(ana, open, body);
    expect(first.status).toBe(202);
    expect((await start(ana, open, body)).body.event_id).toBe(first.body.event_id);
    const done = await settled(ana, first.body.event_id);
    expect(done).toMatchObject({ state: 'done', runs: { success: 1, failed: 0 }, reason: null });
    expect((await progress(owner, first.body.event_id)).status).toBe(404);
    const run = await owner.call<{ context: object }>('automations', operations.getRun, {
      params: { run_id: done.run_id! },
    });
    expect(run.body.context).toMatchObject({ after: { id: items[0] }, custom_event: { reason: 'Blurred' } });
  });

  it('should let runs of a team begin as often as its limits of a minute and a day say', async () => {
    const flow = await pipeline({});
    const used = (await limit({})).usage;
    await limit({ runs_per_minute: used.runs_this_minute + 1, runs_per_day: used.runs_today + 2 });
    const event = (await start(owner, flow, { item_ids: items })).body.event_id;
    await waitsFor(event, /minute|today/);
    expect((await runsOf(flow)).filter(each => each.finishedAt !== null).length).toBeLessThan(3);
    await limit({ runs_per_day: used.runs_today + 2 });
    await waitsFor(event, /runs today/);
    expect((await runsOf(flow)).filter(each => each.finishedAt !== null)).toHaveLength(2);
    expect(await start(owner, flow)).toMatchObject({ status: 429, body: { code: 'AUTOMATION_LIMIT' } });
    await limit({});
    expect((await settled(owner, event)).runs.success).toBe(3);
  });

  it('should run no more code than seconds a day, and no more at once than the limit', async () => {
    const flow = await codePipeline('return 1;');
    await limit({ concurrent_runs: 1 });
    const event = (await start(owner, flow, { item_ids: items })).body.event_id;
    expect((await settled(owner, event)).runs.success).toBe(3);
    const slow = await codePipeline('const end = Date.now() + 1100; while (Date.now() < end); return 1;');
    const { usage } = await limit({ code_seconds_per_day: 1 });
    const second = (await start(owner, slow, { item_ids: items.slice(0, 2) })).body.event_id;
    await waitsFor(second, /code of the team/);
    const ran = (await runsOf(slow)).filter(each => each.finishedAt !== null);
    expect(ran).toHaveLength(usage.code_seconds_today >= 1 ? 0 : 1);
    const { body } = await owner.call<{ held: { runs: number }[]; usage: { code_seconds_today: number } }>(
      'automations',
      ownLimitsApi.operations.getAutomationLimits,
    );
    expect(body.held).toMatchObject([{ runs: 2 - ran.length }]);
    expect(body.usage.code_seconds_today).toBeGreaterThan(0);
    await limit({});
    expect((await settled(owner, second)).runs.success).toBe(2);
    const dashboard = await owner.call<{ pipelines: { pipeline_id: number; code_seconds: number }[] }>(
      'automations',
      operations.automationDashboard,
    );
    const [busiest] = dashboard.body.pipelines;
    expect(busiest).toMatchObject({ pipeline_id: slow.id, name: slow.name, runs: 2, failed: 0, failing: null });
    expect(busiest!.code_seconds).toBeGreaterThan(2.1);
  });

  it('should end running code when an operator switches automations off, and go on when they are on', async () => {
    const flow = await codePipeline('for (;;);');
    const event = (await start(owner, flow, { item_ids: items.slice(0, 2) })).body.event_id;
    await eventually(async () => expect((await progress(owner, event)).body.runs.running).toBe(2));
    await limit({}, true);
    await eventually(async () => {
      const { data } = (
        await owner.call<{ data: TaskResult[] }>('automations', operations.listTaskResults, {
          query: { run_id: (await progress(owner, event)).body.run_id! },
        })
      ).body;
      expect(data).toMatchObject([{ state: 'FAILED', error: { code: 'SWITCHED_OFF' } }]);
    });
    await waitsFor(event, /switched off/);
    expect(await start(owner, flow)).toMatchObject({ status: 409, body: { code: 'AUTOMATIONS_OFF' } });
    const other = await runsOf(flow);
    expect(other.filter(each => each.finishedAt === null)).toHaveLength(1);
    await owner.call('automations', operations.revokeRun, { params: { run_id: other[0]!.id } });
    await limit({});
    expect((await settled(owner, event)).state).toBe('failed');
  });

  it('should try a step once more when its server was lost, and fail it the second time', async () => {
    const flow = await pipeline({});
    await settled(owner, (await start(owner, flow)).body.event_id);
    const within = <T>(work: (trx: Kysely<AutomationTables>) => Promise<T>): Promise<T> =>
      app.database.tenant<AutomationTables>(team.id).transaction(work);
    // As a server leaves it that is killed while the last attempt runs.
    const lose = (job_id: string): Promise<void> =>
      within(async trx => {
        const of = { finished_at: null, state: 'IN_PROGRESS' as const };
        const { id, run_id } = await trx
          .selectFrom('automations.step')
          .selectAll()
          .where('pipeline_id', '=', flow.id)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow();
        await trx
          .updateTable('automations.step')
          .set({ ...of, job_id })
          .where('id', '=', id)
          .execute();
        await trx.updateTable('automations.run').set(of).where('id', '=', run_id).execute();
        await recoverSteps({ team: { id: team.id } } as RequestContext, trx, job_id);
      });
    const steps = () =>
      within(trx =>
        trx
          .selectFrom('automations.step')
          .select(['attempt', 'state', 'reason'])
          .where('pipeline_id', '=', flow.id)
          .orderBy('id')
          .execute(),
      );
    await lose('first');
    expect(await steps()).toEqual([
      { attempt: 1, state: 'FAILED', reason: 'lost' },
      { attempt: 2, state: 'NOT_STARTED', reason: null },
    ]);
    expect(await runsOf(flow)).toMatchObject([{ state: 'IN_PROGRESS' }]);
    await lose('second');
    expect((await steps()).slice(1)).toEqual([{ attempt: 2, state: 'FAILED', reason: 'lost' }]);
    expect(await runsOf(flow)).toMatchObject([{ state: 'FAILED' }]);
  });

  it('should show limits to operators only, and refuse a change that was overtaken', async () => {
    const { setAutomationLimits, listAutomationLimits } = limitsApi.operations;
    expect((await owner.call('main', listAutomationLimits)).status).toBe(403);
    const { body } = await operator.call<{ data: LimitedTeam[]; count: number }>('main', listAutomationLimits, {
      query: { search: 'nort' },
    });
    expect(body).toMatchObject({ count: 1, data: [{ team_id: team.id, team: 'North team', off: false, version }] });
    const late = await operator.call('main', setAutomationLimits, {
      params: { team_id: team.id },
      body: { off: true, limits: FREE, version: version - 1 },
    });
    expect(late.status).toBe(409);
  });
});
