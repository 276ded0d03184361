import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { CopyOrMoveReport } from '../../common/copy-or-move-api.ts';
import { copyOrMoveApi } from '../../common/copy-or-move-api.ts';
import type { ItemChangeView } from '../../common/change-api.ts';
import { itemChangeApi } from '../../common/change-api.ts';

const { bringItems, previewBringing } = copyOrMoveApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let project: number;
  let root: number;
  let night: number;

  const add = (folder: number, names: readonly string[]): Promise<number[]> =>
    app.database.system('a test').transaction(async trx =>
      (
        await sql<{ id: number }>`
    insert into items.item (team_id, project_id, folder_id, name, annotation_status) select ${team.id}::int, ${project}::int, ${folder}::int, name, 3 from unnest(${[...names]}::text[]) as given (name) returning id`.execute(
          trx,
        )
      ).rows.map(row => row.id),
    );
  const lying = (folder: number): Promise<readonly { id: number; name: string; status: number }[]> =>
    app.database.system('a test').transaction(
      async trx =>
        (
          await sql<{ id: number; name: string; status: number }>`
    select id, name, annotation_status as status from items.item where folder_id = ${folder}::int and deleted_at is null order by name`.execute(
            trx,
          )
        ).rows,
    );
  const copyOrMove = (
    who: TestPerson,
    selection: object,
    operation: string,
    more: object = {},
  ): Promise<Answer<ItemChangeView & { readonly code: string }>> =>
    who.call('main', bringItems, {
      params: { project_id: project },
      body: { selection, folder_id: night, operation, ...more },
    });
  const ended = async ({ body }: Answer<ItemChangeView>): Promise<ItemChangeView> => {
    const look = async (): Promise<ItemChangeView> =>
      (
        await owner.call<ItemChangeView>('main', itemChangeApi.operations.getItemChange, {
          params: { project_id: project, change_id: body.id },
        })
      ).body;
    await expect.poll(async () => (await look()).state, { timeout: 120_000, interval: 50 }).not.toBe('running');
    return look();
  };

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items'] });
    team = await app.team('North');
    ({ owner } = team);
    ana = await team.join('ana@north.test');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  beforeEach(async () => {
    project = (
      await owner.request<{ id: number }>('POST', '/project', {
        body: { name: `Photos ${crypto.randomUUID()}`, type: 1 },
      })
    ).body.id;
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    root = (await owner.request<{ id: number }>('GET', `/folder/getFolderByName?project_id=${project}&name=root`)).body
      .id;
    night = (await owner.request<{ id: number }>('POST', `/folder?project_id=${project}`, { body: { name: 'Night' } }))
      .body.id;
  }, DATABASE_TIMEOUT_MS);

  describe('copying or moving items to a folder', () => {
    it('should preview which items are there and which names are taken, and copy the rest from any folder', async () => {
      const day = (
        await owner.request<{ id: number }>('POST', `/folder?project_id=${project}`, { body: { name: 'Day' } })
      ).body.id;
      await add(root, ['a', 'b']);
      await add(day, ['c']);
      await add(night, ['a', 'z']);
      const { body } = await owner.call<CopyOrMoveReport>('main', previewBringing, {
        params: { project_id: project },
        body: { selection: { filter: {} }, folder_id: night },
      });
      expect(body).toEqual({ items: 5, there: 2, taken: 1, examined: 0, findings: [], keeps_status: true });
      expect((await copyOrMove(owner, { filter: {} }, 'copy')).body).toMatchObject({
        state: 'finished',
        kind: 'copy',
        total: 5,
        changed: 2,
        same: 3,
        undoable: true,
      });
      expect(await lying(night)).toMatchObject([
        { name: 'a' },
        { name: 'b', status: 3 },
        { name: 'c', status: 3 },
        { name: 'z' },
      ]);
      expect((await lying(root)).length).toBe(2);
      expect((await lying(day)).length).toBe(1);
    });

    it(
      'should move by a job all that match without those left out, each once, and be cancelled like a change',
      async () => {
        const ids = await add(
          root,
          Array.from({ length: 1300 }, (_, at) => `photo ${at}`),
        );
        const begun = await copyOrMove(owner, { filter: { folder_id: root }, except: ids.slice(0, 10) }, 'move');
        expect(begun.body).toMatchObject({ state: 'running', total: 1290 });
        expect(await ended(begun)).toMatchObject({ state: 'finished', changed: 1290, same: 0 });
        // What is moved stays the same item.
        expect((await lying(night)).map(each => each.id).toSorted((one, other) => one - other)).toEqual(ids.slice(10));
        expect((await lying(root)).map(each => each.id).toSorted((one, other) => one - other)).toEqual(
          ids.slice(0, 10),
        );
      },
      DATABASE_TIMEOUT_MS,
    );

    it('should be taken back: copies go, moved items are in their folders again, and what was changed since stays', async () => {
      const day = (
        await owner.request<{ id: number }>('POST', `/folder?project_id=${project}`, { body: { name: 'Day' } })
      ).body.id;
      const [a, b] = await add(root, ['a', 'b']);
      const [c] = await add(day, ['c']);
      const undo = async (change: ItemChangeView): Promise<ItemChangeView> =>
        (
          await owner.call<ItemChangeView>('main', itemChangeApi.operations.undoItemChange, {
            params: { project_id: project, change_id: change.id },
          })
        ).body;
      const copied = (await copyOrMove(owner, { filter: {} }, 'copy')).body;
      const [touched] = await lying(night);
      await owner.call('main', itemChangeApi.operations.changeItems, {
        params: { project_id: project },
        body: { selection: { item_ids: [touched!.id] }, change: { kind: 'status', value: 5 } },
      });
      expect(await undo(copied)).toMatchObject({ kind: 'copy', undo_of: copied.id, changed: 2, since: 1 });
      expect(await lying(night)).toEqual([{ ...touched, status: 5 }]);

      const moved = (await copyOrMove(owner, { item_ids: [a!, b!, c!] }, 'move')).body;
      expect(moved).toMatchObject({ changed: 2, same: 1, undoable: true });
      // The place of one is taken meanwhile.
      await add(day, ['c']);
      expect(await undo(moved)).toMatchObject({ changed: 1, refused: [{ code: 'NAME_EXISTS', count: 1 }] });
      expect((await lying(root)).map(each => each.id)).toEqual([a, b]);
      expect((await lying(night)).map(each => each.id)).toEqual([touched!.id, c]);
    });

    it('should delete the folder made for the items when it is undone, unless others are in it by then', async () => {
      const ids = await add(root, ['a']);
      const folders = async (): Promise<string[]> =>
        (await owner.request<{ data: { name: string }[] }>('GET', `/folders?project_id=${project}`)).body.data.map(
          each => each.name,
        );
      const moveAndBack = async (more: object, between?: () => Promise<unknown>): Promise<string[]> => {
        const { body } = await copyOrMove(owner, { item_ids: ids }, 'move', more);
        await between?.();
        const undone = await owner.call<ItemChangeView>('main', itemChangeApi.operations.undoItemChange, {
          params: { project_id: project, change_id: body.id },
        });
        expect(undone.body).toMatchObject({ changed: 1 });
        return folders();
      };
      expect(await moveAndBack({})).toContain('Night');
      expect(await moveAndBack({ folder_created: true })).not.toContain('Night');
      night = (await owner.request<{ id: number }>('POST', `/folder?project_id=${project}`, { body: { name: 'Dusk' } }))
        .body.id;
      expect(await moveAndBack({ folder_created: true }, () => add(night, ['z']))).toContain('Dusk');
    });

    it('should replace items of the same names when asked to', async () => {
      await add(root, ['a']);
      const [kept] = await add(night, ['a']);
      await owner.call('main', itemChangeApi.operations.changeItems, {
        params: { project_id: project },
        body: { selection: { item_ids: [kept] }, change: { kind: 'status', value: 5 } },
      });
      expect(
        (await copyOrMove(owner, { filter: { folder_id: root } }, 'move', { duplicates: 'replace_all' })).body,
      ).toMatchObject({ changed: 1 });
      expect(await lying(night)).toEqual([{ id: kept, name: 'a', status: 3 }]);
      expect(await lying(root)).toEqual([]);
    });

    it('should be refused to annotators, other teams, and to a folder that is not there', async () => {
      const ids = await add(root, ['a']);
      expect((await copyOrMove(ana, { item_ids: ids }, 'copy')).status).toBe(403);
      expect(
        (await copyOrMove((await app.team(`South${crypto.randomUUID().slice(0, 8)}`)).owner, { item_ids: ids }, 'copy'))
          .status,
      ).toBe(404);
      expect(
        (
          await owner.call('main', bringItems, {
            params: { project_id: project },
            body: { selection: { item_ids: ids }, folder_id: 2_000_000_000, operation: 'copy' },
          })
        ).status,
      ).toBe(404);
    });
  });
});
