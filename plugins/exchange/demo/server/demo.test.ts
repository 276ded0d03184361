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
import { makeDemo } from '#core/shell/server/demo.ts';

eachDatabase(kind => {
  let app: TestApp;
  let context: RequestContext;

  beforeAll(async () => {
    app = await openTestApp(kind, { jobs: false });
    const { teamId } = await makeDemo(app.app, pino({ level: 'silent' }), {
      host: '127.0.0.1',
      databaseUrl: undefined,
      publicUrl: 'http://localhost:8080',
    });
    const { people, teams, contexts } = app.app.services;
    const user = callerOf((await people.byEmail('demo@loupe.local'))!);
    const team = (await teams.membership(user, teamId))!;
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
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  describe('the demo', () => {
    it('should have a project in every state of work and an empty one', async () => {
      const { plugins } = app.app;
      const { data } = await plugins.service('demo', ProjectLists).list(context, { offset: 0, limit: 10 });
      expect(data.map(project => [project.name, project.imageCount])).toEqual([
        ['City and landscape', 300],
        ['Sandbox', 0],
      ]);
      const [project] = data;
      const rows = await plugins.service('demo', Items).inProject(context, project!.id, {}, { limit: 500 });
      const count = (status: number): number => rows.filter(row => row.annotation_status === status).length;
      expect([1, 2, 3, 4, 5].map(count).every(each => each > 10)).toBe(true);
      expect(count(1)).toBeGreaterThan(100);
      expect((await plugins.service('demo', Classes).ofProject(context, project!.id)).map(each => each.name)).toContain(
        'Cat',
      );
    });

    it('should have the password of the documentation where only this machine reaches the server', async () => {
      for (const email of ['demo@loupe.local', 'ana@loupe.local', 'quinn@loupe.local'])
        expect(
          (
            await app.request('POST', '/services/auth/sign-in', {
              body: { email, password: 'loupe-demo-1' },
              headers: { 'x-requested-with': 'loupe-auth' },
            })
          ).status,
        ).toBe(200);
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
          expect(instance).toMatchObject({ creationType: 'Manual', createdBy: { email: 'ana@loupe.local' } });
          for (const attribute of instance.attributes) expect(attribute.groupId).toBeGreaterThan(0);
        }
        expect(document.metadata['annotatorEmail']).toBe('ana@loupe.local');
        expect(document.metadata['qaEmail']).toBe('quinn@loupe.local');
      }
    });
  });
});
