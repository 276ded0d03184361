import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classesApi } from '#plugins/workspace/classes/common/index.ts';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';

const EDITING = ['teams', 'projects', 'items', 'classes', 'editor', 'skeletons', 'editor-vector'];

interface Uses {
  readonly class_id: number;
  readonly objects: number;
  readonly items: number;
}

eachDatabase(kind => {
  describe.each([
    ['documents', EDITING],
    ['the rows of Explore', [...EDITING, 'workflow', 'annotation-api', 'form', 'categories', 'item-fields', 'explore']],
  ] as const)('objects of a class, counted by %s', (_, plugins) => {
    let app: TestApp;
    let team: TestTeam;
    let owner: TestPerson;
    let projectId: number;
    let car: number;
    let tree: number;
    let first: number;

    const uses = (by = owner): Promise<Answer<{ readonly data: readonly Uses[] }>> =>
      by.call('main', classesApi.operations.countUses, { params: { project_id: projectId } });
    const turned = (id: number, name: string): Promise<Answer<unknown>> =>
      owner.call('main', classesApi.operations.update, {
        params: { class_id: id },
        query: { project_id: projectId },
        body: { name, color: '#D7263D', type: 2 },
      });

    beforeAll(async () => {
      app = await openTestApp(kind, { plugins: [...plugins] });
      team = await app.team('North');
      owner = team.owner;
      projectId = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Photos', type: 1 } })).body
        .id;
      const { body: made } = await owner.request<readonly { id: number }[]>(
        'POST',
        `/classes?project_id=${projectId}`,
        { body: { classes: ['Car', 'Tree'].map(name => ({ name, color: '#D7263D', type: 1, attribute_groups: [] })) } },
      );
      [car, tree] = made.map(each => each.id) as [number, number];
      const { body: items } = await owner.request<readonly { id: number }[]>('POST', '/image/ext-create', {
        body: {
          project_id: projectId,
          upload_state: 3,
          images: ['a', 'b', 'c'].map(name => ({ name: `${name}.jpg`, path: `https://files.test/${name}` })),
          meta: {},
        },
      });
      first = items[0]!.id;
      for (const [at, ids] of [[car, car, -1], [car], []].entries()) {
        const instances = ids.map(classId => ({
          id: newId(),
          type: 'bbox',
          classId,
          attributes: [],
          points: { x1: 1, y1: 2, x2: 20, y2: 12 },
        }));
        const saved = await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
          params: { project_id: projectId, item_id: items[at]!.id },
          body: { op: newId(), base: 0, data: { metadata: { name: 'a' }, instances, tags: [], comments: [] } },
        });
        expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      }
    }, DATABASE_TIMEOUT_MS);
    afterAll(() => app.close(), DATABASE_TIMEOUT_MS);

    it('should list the classes that have objects', async () => {
      expect((await uses()).body.data).toEqual([{ class_id: car, objects: 3, items: 2 }]);
    });

    it('should keep the class from describing something else', async () => {
      expect(await turned(car, 'Car')).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('3 instances use this class') },
      });
      expect((await turned(tree, 'Tree')).status).toBe(200);
    });

    it('should be refused to people who may not change classes', async () => {
      const annotator = await team.join('anna');
      await owner.request('POST', `/api/v1/project/${projectId}/share/bulk`, {
        body: { users: [{ user_id: annotator.email, user_role: 1 }] },
      });
      expect((await uses(annotator)).status).toBe(403);
    });

    it('should not count deleted items', async () => {
      expect(
        (
          await owner.request('POST', `/api/v1/project/${projectId}/items/change`, {
            body: { selection: { item_ids: [first] }, change: { kind: 'delete' } },
          })
        ).status,
      ).toBe(200);
      expect((await uses()).body.data).toEqual([{ class_id: car, objects: 1, items: 1 }]);
    });
  });
});
