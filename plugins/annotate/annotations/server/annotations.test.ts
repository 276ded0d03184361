import { describe, expect, it } from 'vitest';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { eachDatabase } from '#tests/support/database.ts';
import type { TestPerson } from '#tests/support/test-app.ts';
import { newId } from '../common/new-id.ts';
import { annotationCalls, operations, box, holding } from './annotation-calls.support.ts';
import type { Opened, Saved } from './annotation-calls.support.ts';
import { documentSaveTests } from './document-saves.support.ts';
import { documentRightTests } from './document-rights.support.ts';
import { documentClassTests } from './document-classes.support.ts';

eachDatabase(kind => {
  const calls = annotationCalls(kind);
  const { save, open, upload } = calls;

  describe('opening an item', () => {
    it('should give all that the editor needs, with an empty document at first', async () => {
      const { status, body } = await open(await upload());
      expect(status).toBe(200);
      expect(body).toMatchObject({
        revision: 0,
        readOnly: null,
        project: { id: calls.projectId, type: 1 },
        asset: { width: 64, height: 48 },
        flags: { applyStatus: true },
        status: { current: { value: 1 } },
      });
      expect(body.document).toMatchObject({
        metadata: { width: 64, height: 48, status: 'NotStarted' },
        instances: [],
        comments: [],
      });
      expect(body.status.available).toContain(5);
    });

    it('should give a document of more than a megabyte as it was stored', async () => {
      const id = await upload();
      const note = 'ж"\n'.repeat(100);
      const instances = Array.from({ length: 1_600 }, (_, at) => ({
        id: `point ${at}`,
        type: 'point',
        classId: -1,
        attributes: [],
        x: at % 64,
        y: 1,
        note: `${at} ${note}`,
      }));
      const data = { metadata: { name: 'a.png' }, instances, tags: [], comments: [] };
      expect((await save(id, { base: 0, data })).status).toBe(200);
      const opened = (await open(id)).body;
      expect(opened.revision).toBe(1);
      expect(opened.document.instances).toEqual(instances);
      const { body } = await calls.owner.call<{ document: Opened['document'] }>('main', operations.getAnnotation, {
        params: { project_id: calls.projectId, item_id: id },
      });
      expect(body.document).toEqual(opened.document);
    });

    it('should say 404 for items of another team and for none', async () => {
      const item = await upload();
      const stranger = (await calls.app.team(`South${calls.kind}`)).owner;
      expect((await open(item, stranger)).status).toBe(404);
      expect((await open(999_999)).status).toBe(404);
      expect((await save(item, { base: 0, data: holding() }, stranger)).status).toBe(404);
    });
  });

  describe('the review in a document', () => {
    const commented = (instances: readonly object[], comments: readonly object[]): object => ({
      metadata: { name: 'a.png' },
      instances,
      tags: [],
      comments,
    });
    const thread = (id: string, email: string, change: object = {}): object => ({
      id,
      x: 1,
      y: 2,
      resolved: false,
      correspondence: [{ text: 'Look here', email, createdAt: '2026-01-01T00:00:00.000Z' }],
      ...change,
    });
    const ofAnnotator = async (): Promise<{
      readonly ana: TestPerson;
      readonly item: number;
      readonly author: string;
    }> => {
      const ana = await calls.team.join(`ana-${newId()}@north.test`);
      await calls.owner.call('main', contributorsApi.operations.shareProject, {
        params: { project_id: calls.projectId },
        body: { users: [{ user_id: ana.email, user_role: 1 }] },
      });
      const item = await upload();
      await calls.owner.call('main', itemChangeApi.operations.changeItems, {
        params: { project_id: calls.projectId },
        body: { selection: { item_ids: [item] }, change: { kind: 'assign', value: ana.email } },
      });
      expect(
        (
          await save(item, {
            base: 0,
            data: commented([{ ...box('a'), error: false }], [thread('1', calls.owner.email)]),
          })
        ).status,
      ).toBe(200);
      return { ana, item, author: calls.owner.email };
    };

    it('should not be changed by who has no right to, and say what', async () => {
      const { ana, item, author } = await ofAnnotator();
      const refused = async (data: object): Promise<readonly string[]> => {
        const { status, body } = await save(item, { base: 1, data }, ana);
        expect(status).toBe(403);
        return body.details!.issues!.map(each => each.path);
      };
      expect(await refused(commented([{ ...box('a'), error: true }], [thread('1', author)]))).toEqual([
        'instances[0].error',
      ]);
      expect(await refused(commented([{ ...box('a'), error: false }], []))).toEqual(['comments']);
      expect(
        await refused(commented([{ ...box('a'), error: false }], [thread('1', author, { resolved: true })])),
      ).toEqual(['comments[0].resolved']);
      expect(
        await refused(
          commented(
            [{ ...box('a'), error: false }],
            [thread('1', author), thread('2', author, { correspondence: [{ text: 'Never said', email: author }] })],
          ),
        ),
      ).toEqual(['comments[1].correspondence[0].email']);
    });

    it('should leave annotators their own comments and edits, and no approved copies', async () => {
      const { ana, item, author } = await ofAnnotator();
      expect(
        (
          await save(
            item,
            {
              base: 1,
              data: commented(
                [
                  { ...box('a', 9), error: null },
                  { ...box('copy'), error: false },
                ],
                [thread('1', author), thread('2', ana.email)],
              ),
            },
            ana,
          )
        ).status,
      ).toBe(200);
      const { body } = await open(item);
      expect(body.document.instances.map(each => (each as { error?: unknown }).error)).toEqual([null, null]);
    });

    it('should be restored by undo and stay through a restored version', async () => {
      const { ana, item, author } = await ofAnnotator();
      expect((await save(item, { base: 1, data: commented([{ ...box('a'), error: false }], []) })).status).toBe(200);
      expect(
        (await save(item, { base: 2, data: commented([{ ...box('a'), error: false }], [thread('1', author)]) })).status,
      ).toBe(200);
      expect(
        (
          await save(item, {
            base: 3,
            data: commented([{ ...box('a'), error: true }], [thread('1', author), thread('late', author)]),
          })
        ).status,
      ).toBe(200);
      const restored = await ana.call('main', operations.restoreVersion, {
        params: { project_id: calls.projectId, item_id: item, revision: 2 },
        body: { op: newId(), base: 4 },
      });
      expect(restored.status).toBe(200);
      const { body } = await open(item);
      expect(body.document).toMatchObject({ instances: [{ error: true }], comments: [{ id: '1' }, { id: 'late' }] });
    });

    it('should not stop a save that was made on an older revision from saying so', async () => {
      const { ana, item } = await ofAnnotator();
      await save(item, { base: 1, data: commented([], []) });
      expect((await save(item, { base: 1, data: commented([], []) }, ana)).status).toBe(409);
    });
  });

  describe('versions', () => {
    it('should keep the last twenty, and restore one as the newest', async () => {
      const item = await upload();
      for (let base = 0; base < 22; base++) await save(item, { base, data: holding(box('a', base)) });
      const params = { project_id: calls.projectId, item_id: item };
      const { body } = await calls.owner.call<{ data: { revision: number; instanceCount: number }[] }>(
        'main',
        operations.listVersions,
        { params },
      );
      expect(body.data.map(each => each.revision)).toEqual(Array.from({ length: 20 }, (_, at) => 22 - at));
      const restored = await calls.owner.call<Saved>('main', operations.restoreVersion, {
        params: { ...params, revision: 5 },
        body: { op: newId(), base: 22 },
      });
      expect(restored.body.revision).toBe(23);
      expect((await open(item)).body.document.instances[0]?.points.x1).toBe(4);
      expect(
        (await calls.owner.call('main', operations.getVersion, { params: { ...params, revision: 1 } })).status,
      ).toBe(404);
      expect(
        (await calls.owner.call('main', operations.getVersion, { params: { ...params, revision: 22 } })).status,
      ).toBe(200);
    });
  });

  documentSaveTests(calls);
  documentRightTests(calls);
  documentClassTests(calls);
});
