import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#plugins/workspace/items/common/index.ts';
import type { Answer, TestPerson } from '../../support/test-app.ts';
import type { WrittenItems } from './written-items.support.ts';

/** Adds the tests of changes of items, one by one and by name. */
export function itemEditTests(items: WrittenItems): void {
  const { search, attach, fresh } = items;

  describe('one image', () => {
    it('is read by GET items/{id} with its joins and by GET image/{id}, absent ones are 404', async () => {
      await fresh();
      const [made] = (await attach('a.jpg')).body;
      const { body } = await items.script.call<Item>(
        'items',
        'GET',
        `/api/v1/items/${made!.id}?join=assignments&join=categories`,
        { context: { project_id: items.project } },
      );
      expect(body).toMatchObject({
        id: made!.id,
        name: 'a.jpg',
        path: 'https://files.test/a.jpg',
        annotation_status: 1,
        approval_status: 0,
        is_pinned: false,
        entropy_value: null,
        assignments: [],
        categories: [],
      });
      expect(
        (await items.script.call<Item>('main', 'GET', `/image/${made!.id}`, { query: { project_id: items.project } }))
          .body.name,
      ).toBe('a.jpg');
      expect(
        (await items.script.call('items', 'GET', '/api/v1/items/99999999?', { context: { project_id: items.project } }))
          .status,
      ).toBe(404);
    });

    it('is pinned by PUT image/{id} with the whole item, of which nothing else is taken', async () => {
      await fresh();
      const [made] = (await attach('a.jpg')).body;
      const put = (pinned: number): Promise<Answer> =>
        items.script.call('main', 'PUT', `/image/${made!.id}`, {
          query: { project_id: items.project },
          body: {
            ...made,
            is_pinned: pinned,
            path: 'Items/root',
            url: null,
            name: 'other',
            annotation_status: 5,
            assignments: [],
            custom_metadata: null,
          },
        });
      expect((await put(1)).status).toBe(200);
      expect((await put(1)).status).toBe(200);
      expect((await search())[0]).toMatchObject({
        name: 'a.jpg',
        is_pinned: true,
        url: 'https://files.test/a.jpg',
        annotation_status: 1,
      });
      await put(0);
      expect((await search())[0]!.is_pinned).toBe(false);
    });

    it('is deleted by DELETE image/{id}, many by PUT image/delete/images', async () => {
      await fresh();
      const made = (await attach('a.jpg', 'b.jpg', 'c.jpg')).body;
      expect(
        (await items.script.call('main', 'DELETE', `/image/${made[0]!.id}`, { query: { project_id: items.project } }))
          .body,
      ).toEqual({ success: true });
      expect(
        (await items.script.call('main', 'DELETE', `/image/${made[0]!.id}`, { query: { project_id: items.project } }))
          .status,
      ).toBe(404);
      expect(
        (
          await items.script.call('main', 'PUT', '/image/delete/images', {
            query: { project_id: items.project },
            body: { image_ids: [made[1]!.id, 99_999_999] },
          })
        ).status,
      ).toBe(200);
      expect((await search()).map(each => each.name)).toEqual(['c.jpg']);
    });
  });

  describe('many items by name', () => {
    it('get a priority; the answer names those that exist', async () => {
      await fresh();
      await attach('a.jpg', 'b.jpg');
      const { body } = await items.script.call('main', 'POST', '/images/updateEntropy', {
        query: { project_id: items.project, folder_id: items.root },
        body: {
          image_entropies: [
            { name: 'a.jpg', entropy_value: 0.12345 },
            { name: 'none.jpg', entropy_value: 1 },
          ],
        },
      });
      expect(body['data']).toMatchObject([{ name: 'a.jpg' }]);
      expect((await search()).map(each => each.entropy_value)).toEqual([0.12345, null]);
      expect(
        (
          await items.script.call('main', 'POST', '/images/updateEntropy', {
            query: { project_id: items.project, folder_id: items.root },
            body: { image_entropies: [{ name: 'a.jpg', entropy_value: 1_000_001 }] },
          })
        ).status,
      ).toBe(400);
    });

    it('get a status of the workflow', async () => {
      await fresh();
      await attach('a.jpg', 'b.jpg');
      const set = (annotation_status: number): Promise<Answer> =>
        items.script.call('main', 'PUT', '/image/updateAnnotationStatusBulk', {
          query: { project_id: items.project },
          body: { folder_id: items.root, annotation_status, image_names: ['a.jpg', 'none.jpg'] },
        });
      expect((await set(5)).status).toBe(200);
      expect((await search()).map(each => each.annotation_status)).toEqual([5, 1]);
      expect((await set(99)).status).toBe(400);
    });

    it.each([1, 4])('get an approval in projects of type %i; one element for each changed item', async type => {
      await fresh(type);
      await attach('a.jpg', 'b.jpg');
      const change = (value: number | null): Promise<Answer<unknown[]>> =>
        items.script.call<unknown[]>('main', 'POST', '/items/bulk/change', {
          query: { project_id: items.project, folder_id: items.root },
          body: { item_names: ['a.jpg', 'b.jpg', 'none'], change_actions: { APPROVAL_STATUS: value } },
        });
      expect((await change(2)).body).toHaveLength(2);
      expect((await search()).map(each => each.approval_status)).toEqual([2, 2]);
      await change(null);
      expect((await search()).map(each => each.approval_status)).toEqual([0, 0]);
    });

    it('get no approval in a project of another type, in the words the client knows', async () => {
      await fresh(7);
      expect(
        (
          await items.script.call('main', 'POST', '/items/bulk/change', {
            query: { project_id: items.project, folder_id: items.root },
            body: { item_names: ['a'], change_actions: { APPROVAL_STATUS: 2 } },
          })
        ).body['error'],
      ).toBe('Unsupported project type.');
    });
  });

  describe('PUT /images/editAssignment/', () => {
    let ana: TestPerson;
    const edit = (body: object): Promise<Answer> =>
      items.script.call('main', 'PUT', '/images/editAssignment/', {
        query: { project_id: items.project },
        body: { image_names: ['a.jpg', 'b.jpg'], folder_name: 'root', ...body },
      });
    beforeAll(async () => {
      ana = await items.team.join('ana@north.test');
      await fresh();
      await attach('a.jpg', 'b.jpg', 'c.jpg');
      await items.script.call('main', 'POST', `/api/v1/project/${items.project}/share/bulk`, {
        body: { users: [{ user_id: ana.email, user_role: 1 }] },
      });
    });

    it('assigns items of a folder that is named, in the role of the person', async () => {
      expect((await edit({ assign_user_id: ana.email })).body).toEqual({ successCount: 2 });
      expect((await search()).map(each => each.assignments)).toEqual([
        [{ user_id: ana.email, user_role: 1 }],
        [{ user_id: ana.email, user_role: 1 }],
        [],
      ]);
    });

    it('takes everybody off', async () => {
      expect((await edit({ remove_user_ids: ['all'] })).status).toBe(200);
      expect((await search()).flatMap(each => each.assignments)).toEqual([]);
    });

    it('refuses people who are not in the project or paused there', async () => {
      const words = 'The user does not have the required permissions for this assignment.';
      expect(await edit({ assign_user_id: 'nobody@north.test' })).toMatchObject({
        status: 400,
        body: { error: words },
      });
      const { data } = (
        await items.team.owner.request<{ data: { id: number; email: string }[] }>(
          'GET',
          `/api/v1/project/${items.project}/contributors`,
        )
      ).body;
      await items.app.database
        .tenant<{ 'projects.contributor': { id: number; paused: boolean } }>(items.team.id)
        .transaction(trx =>
          trx
            .updateTable('projects.contributor')
            .set({ paused: true })
            .where('id', '=', data.find(each => each.email === ana.email)!.id)
            .execute(),
        );
      expect(await edit({ assign_user_id: ana.email })).toMatchObject({ status: 400, body: { error: words } });
    });
  });

  it('should list the rights on items the caller sees, and count what there is', async () => {
    await fresh();
    const made = (await attach('a.jpg', 'b.jpg')).body;
    const { body } = await items.script.call<{ data: Record<string, { actions: string[] }> }>(
      'items',
      'POST',
      '/api/v1/items/aggregateAccesses',
      { body: { item_ids: [made[0]!.id, 99_999_999] }, context: { project_id: items.project } },
    );
    expect(Object.keys(body.data)).toEqual([String(made[0]!.id)]);
    expect(body.data[String(made[0]!.id)]!.actions).toContain('ApplyItemPin');
    expect((await items.script.call('main', 'GET', `/project/${items.project}/imageCounts`)).body).toEqual({
      total: 2,
      byStatus: { 1: 2 },
      byFolder: [{ folder_id: items.root, name: 'root', total: 2, completed: 0 }],
    });
  });
}
