import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { RunView, StoredPipeline } from '../../common/api.ts';
import { automationsApi } from '../../common/api.ts';
import type { PipelineFigures } from '../../common/pipeline-figures.ts';
import type { AutomationTables } from '../automation-tables.ts';
import { startedByHand } from '../sample-actions.support.ts';

const { automationDashboard, createPipeline, fireTrigger, listRuns } = automationsApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'workflow', 'automations'] });
    team = await app.team('North');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should name the action that fails in the most runs, however often it was tried in one', async () => {
    const { owner } = team;
    const { body: project } = await owner.request<{ id: number }>('POST', '/project', { body: { name: 'P', type: 8 } });
    const images = ['a', 'b', 'c'].map(name => ({ name, path: 'custom_llm' }));
    const { body: items } = await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: { project_id: project.id, upload_state: 3, images, meta: {} },
    });
    const { body: flow } = await owner.call<StoredPipeline>('automations', createPipeline, {
      body: { name: 'Flow', description: '', graph: startedByHand(project.id, { priority: 5 }, 'set_priority') },
    });
    await owner.call('automations', fireTrigger, {
      body: { pipeline_id: flow.id, project_id: project.id, item_ids: items.map(each => each.id) },
    });
    const runs = await vi.waitFor(
      async () => {
        const { body } = await owner.call<{ data: RunView[] }>('automations', listRuns, {
          query: { pipeline_id: flow.id },
        });
        expect(body.data.map(each => each.state)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
        return body.data;
      },
      { timeout: 30_000, interval: 50 },
    );
    await app.database.tenant<AutomationTables>(team.id).transaction(async trx => {
      const { event_id } = await trx
        .selectFrom('automations.step')
        .select('event_id')
        .where('pipeline_id', '=', flow.id)
        .executeTakeFirstOrThrow();
      const of = { team_id: team.id, event_id, pipeline_id: flow.id, finished_at: new Date() };
      const tries = (run: number, action_type: string, ...states: ('FAILED' | 'COMPLETED')[]) =>
        states.map((state, at) => ({
          ...of,
          run_id: runs[run]!.id,
          node_id: action_type,
          action_type,
          state,
          attempt: at + 1,
        }));
      await trx
        .insertInto('automations.step')
        .values([
          ...tries(0, 'send_webhook', 'FAILED', 'FAILED', 'FAILED'),
          ...[0, 1, 2].flatMap(run => tries(run, 'assign', 'FAILED', 'COMPLETED')),
          ...[1, 2].flatMap(run => tries(run, 'pin', 'FAILED')),
        ])
        .execute();
    });
    const { body } = await owner.call<{ pipelines: PipelineFigures[] }>('automations', automationDashboard);
    expect(body.pipelines).toMatchObject([{ pipeline_id: flow.id, runs: 3, failing: 'pin' }]);
  });
});
