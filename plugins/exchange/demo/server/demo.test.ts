import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectLists } from '#plugins/workspace/projects/server/kit/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { callerOf } from '#core/auth/server/index.ts';
import { systemItemStatuses } from '#plugins/workspace/items/common/index.ts';
import { demoPlan } from '../common/demo-plan.ts';
import { DemoProject } from './demo-project.ts';

const ANA = 'ana@loupe.local';
const QUINN = 'quinn@loupe.local';
/** Items of every stage, and one of every photograph. */
const PLAN = demoPlan().filter((item, index) => index < 20 || item.pinned);

eachDatabase(kind => {
  let app: TestApp;
  let context: RequestContext;

  beforeAll(async () => {
    app = await openTestApp(kind, { jobs: false });
    const made = await app.team('Demo');
    for (const email of [ANA, QUINN]) await made.join(email);
    const { people, teams, contexts } = app.app.services;
    const user = callerOf((await people.byEmail(made.owner.email))!);
    const team = (await teams.membership(user, made.id))!;
    context = contexts.make({
      requestId: 'test',
      credential: 'job',
      user,
      team,
      scope: {},
      address: 'test',
      log: pino({ level: 'silent' }),
      signal: new AbortController().signal,
      enablement: await app.app.gate.enablement(team.organizationId),
    });
    await app.app.plugins.service('demo', DemoProject).make(context, PLAN);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  describe('the demo', () => {
    it('should have a project in every state of work and an empty one', async () => {
      const { plugins } = app.app;
      const { data } = await plugins.service('demo', ProjectLists).list(context, { offset: 0, limit: 10 });
      expect(data.map(project => [project.name, project.imageCount])).toEqual([
        ['City and landscape', PLAN.length],
        ['Sandbox', 0],
      ]);
      const [project] = data;
      const rows = await plugins.service('demo', Items).inProject(context, project!.id, {}, { limit: 500 });
      for (const { name, value } of systemItemStatuses.filter(each => each.name !== 'Skipped')) {
        const planned = PLAN.filter(item => item.stage === name).length;
        expect(planned).toBeGreaterThan(0);
        expect(rows.filter(row => row.annotation_status === value)).toHaveLength(planned);
      }
      expect((await plugins.service('demo', Classes).ofProject(context, project!.id)).map(each => each.name)).toContain(
        'Cat',
      );
    });

    it('should have annotations by Ana whose classes are those of the project', async () => {
      const { plugins } = app.app;
      const [project] = (await plugins.service('demo', ProjectLists).list(context, { offset: 0, limit: 1 })).data;
      const rows = await plugins
        .service('demo', Items)
        .inProject(context, project!.id, { statuses: [5] }, { limit: 500 });
      for await (const { document } of plugins.service('demo', Annotations).get(context, rows)) {
        expect(document.instances.length).toBeGreaterThan(0);
        for (const instance of document.instances) {
          expect(instance.classId).toBeGreaterThan(0);
          expect(instance).toMatchObject({ creationType: 'Manual', createdBy: { email: ANA } });
          for (const attribute of instance.attributes) expect(attribute.groupId).toBeGreaterThan(0);
        }
        expect(document.metadata['annotatorEmail']).toBe(ANA);
        expect(document.metadata['qaEmail']).toBe(QUINN);
      }
    });
  });
});
