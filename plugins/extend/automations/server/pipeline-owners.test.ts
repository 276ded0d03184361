import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { StoredPipeline } from '../common/api.ts';
import { automationsApi } from '../common/api.ts';
import type { PipelineGraph } from '../common/pipeline.ts';
import { everywhere } from '../common/pipeline.ts';

const { createPipeline, enablePipeline, getPipeline } = automationsApi.operations;

const graph = {
  nodes: [
    { id: 'start', kind: 'event', type: 'item c', settings: {}, scope: everywhere, x: 0, y: 0 },
    { id: 'a1', kind: 'action', type: 'set_priority', settings: { priority: 5 }, x: 300, y: 0 },
  ],
  edges: [{ from: 'start', to: 'a1' }],
} as unknown as PipelineGraph;

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'workflow', 'automations'] });
    team = await app.team('North');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it.each([true, false])(
    'should give a pipeline whose owner left to whoever enables it, enabled before: %s',
    async was => {
      const leaving = await team.join(`leaving-${was}@north.test`, 7);
      const made = await leaving.call<StoredPipeline>('automations', createPipeline, {
        body: { name: `Priority ${was}`, description: '', graph, enabled: was },
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      await team.owner.request('DELETE', `/team/${team.id}/member`, { body: { e_mail: leaving.email } });
      const params = { pipeline_id: made.body.id };
      const left = { enabled: false, disabled_reason: 'owner_left', owner: leaving.email };
      expect((await team.owner.call('automations', getPipeline, { params })).body).toMatchObject(left);
      const enable = (enabled: boolean) =>
        team.owner.call<StoredPipeline>('automations', enablePipeline, { params, body: { enabled } });
      expect((await enable(false)).body).toMatchObject(left);
      expect((await enable(true)).body).toMatchObject({
        enabled: true,
        disabled_reason: null,
        owner: team.owner.email,
      });
    },
  );
});
