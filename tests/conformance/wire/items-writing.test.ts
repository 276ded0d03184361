import { describe, expect, it } from 'vitest';
import { eachDatabase } from '../../support/database.ts';
import { writtenItems } from './written-items.support.ts';
import { itemEditTests } from './item-edits.support.ts';

eachDatabase(kind => {
  const items = writtenItems(kind);
  const { attach, search, fresh, create } = items;

  describe('POST /image/ext-create', () => {
    it('answers a bare list of what it made, and leaves out names that exist', async () => {
      await fresh();
      const { status, body } = await attach('a.jpg', 'b, c.jpg', '猫.jpg');
      expect([status, body.map(each => each.name)]).toEqual([200, ['a.jpg', 'b, c.jpg', '猫.jpg']]);
      expect((await attach('a.jpg', 'd.jpg', 'd.jpg')).body.map(each => each.name)).toEqual(['d.jpg']);
      expect((await search()).map(each => [each.name, each.metadata.path])).toEqual([
        ['a.jpg', 'https://files.test/a.jpg'],
        ['b, c.jpg', 'https://files.test/b, c.jpg'],
        ['猫.jpg', 'https://files.test/猫.jpg'],
        ['d.jpg', 'https://files.test/d.jpg'],
      ]);
    });

    it('makes each name once when many send the same ones at the same moment', async () => {
      await fresh();
      const names = Array.from({ length: 50 }, (_, index) => `${index}.jpg`);
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, turn) => attach(...(turn % 2 === 0 ? names : names.toReversed()))),
      );
      expect(answers.map(each => each.status)).toEqual(Array(6).fill(200));
      expect(answers.reduce((sum, each) => sum + each.body.length, 0)).toBe(50);
    });

    it('takes sizes and the integration out of meta, whose entries may be empty', async () => {
      await fresh();
      const { body } = await create(
        [
          { name: 'a.jpg', path: 'https://x.test/a', integration_id: null },
          { name: 'b.jpg', path: 'folder/b.jpg' },
          { name: '__proto__', path: 'https://x.test/c' },
        ],
        { meta: { 'a.jpg': { width: 100, height: 50 }, 'b.jpg': { integration_id: 7 } } },
      );
      expect(body.map(each => [each.name, each.source, each.integration_id, each.meta.width])).toEqual([
        ['a.jpg', 2, null, 100],
        ['b.jpg', 3, 7, null],
        ['__proto__', 2, null, null],
      ]);
      const asset = await items.team.owner.request('GET', `/api/v1/project/${items.project}/item/${body[1]!.id}/asset`);
      expect(asset.body['original']).toBe('https://bucket.test/folder/b.jpg');
    });

    it('begins at the start status of the workflow, or at the one that is asked for', async () => {
      await fresh();
      await attach('start.jpg');
      await create([{ name: 'later.jpg', path: 'https://x.test/a' }], { annotation_status: 3 });
      expect((await search()).map(each => each.annotation_status)).toEqual([1, 3]);
      expect(await create([{ name: 'x', path: '' }], { annotation_status: 77 })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_FIELD' },
      });
    });

    it('makes generated items and items without an address', async () => {
      await fresh(8);
      const { body } = await create([
        { name: 'gen_00001', path: 'custom_llm' },
        { name: 'empty', path: '' },
        { name: 'none', path: null },
      ]);
      expect(body.map(each => [each.name, each.source, each.path])).toEqual([
        ['gen_00001', 4, null],
        ['empty', 4, null],
        ['none', 4, null],
      ]);
    });

    it('decides how the project keeps its files, and refuses the other kind afterwards', async () => {
      await fresh();
      const state = async (): Promise<unknown> =>
        (
          await items.script.call('main', 'GET', `/api/v1/project/${items.project}`, {
            query: { include_users: false },
          })
        ).body['upload_state'];
      expect(await state()).toBe(1);
      await attach('a.jpg');
      expect(await state()).toBe(3);
      expect(await create([{ name: 'b.jpg', path: 'photo-1.png' }], { upload_state: 2 })).toMatchObject({
        status: 409,
        body: {
          code: 'UPLOAD_STATE',
          error: "This project uses external storage, so this kind of upload isn't possible.",
        },
      });
      await fresh();
      await create([{ name: 'b.jpg', path: 'photo-1.png' }], { upload_state: 2 });
      expect(await state()).toBe(2);
      expect(await attach('a.jpg')).toMatchObject({ status: 409, body: { code: 'UPLOAD_STATE' } });
    });

    it('makes items of files that were put under a key; a key nobody put is not in the list', async () => {
      await fresh();
      const { body } = await create(
        [
          { name: 'a.png', path: 'photo-2.png' },
          { name: 'b.png', path: 'lost.png' },
        ],
        { upload_state: 2, meta: { 'a.png': { width: 40, height: 30 } } },
      );
      expect(body.map(each => [each.name, each.source, each.metadata.mime, each.meta])).toEqual([
        ['a.png', 1, 'image/png', { width: 40, height: 30 }],
      ]);
    });

    it('reads the size of an image that came without, and makes its smaller pictures', async () => {
      await fresh();
      const [made] = (
        await create([{ name: 'a.png', path: 'photo-3.png' }], { upload_state: 2, meta: { 'a.png': {} } })
      ).body;
      await expect.poll(async () => (await search())[0]!.meta, { timeout: 120_000 }).toEqual({ width: 40, height: 30 });
      const asset = await items.team.owner.request<{ thumbnail: string }>(
        'GET',
        `/api/v1/project/${items.project}/item/${made!.id}/asset`,
      );
      expect((await items.app.request('GET', asset.body.thumbnail)).status).toBe(200);
    });

    it('takes any text as a path, which is opened only when it is an address', async () => {
      await fresh();
      expect(
        (
          await create([
            { name: 'odd', path: 'url_1' },
            { name: 'script', path: 'javascript:alert(1)' },
          ])
        ).status,
      ).toBe(200);
      const asset = await items.team.owner.request<{ url: string | null }>(
        'GET',
        `/api/v1/project/${items.project}/item/${(await search())[1]!.id}/asset`,
      );
      expect(asset.body.url).toBeNull();
    });

    it.each([
      ['a path with a line break', [{ name: 'a', path: 'https://a.test/\nx' }], /images\.0\.path/],
      ['a name of 201 characters', [{ name: 'n'.repeat(201), path: '' }], /too long/],
      ['an empty name', [{ name: ' ', path: '' }], /name/],
      ['a name that no database keeps', [{ name: 'a\0b', path: '' }], /name/],
    ])('refuses %s and writes nothing', async (_what, images, text) => {
      await fresh();
      const { status, body } = await create<{ error: string }>([{ name: 'good', path: '' }, ...images].reverse());
      expect([status, body.error]).toEqual([400, expect.stringMatching(text)]);
      expect(await search()).toEqual([]);
    });

    it('refuses what a folder has no room for, and writes nothing', async () => {
      await fresh();
      await items.app.database
        .tenant<{
          'items.tally': {
            team_id: number;
            project_id: number;
            folder_id: number;
            annotation_status: number;
            items: number;
          };
        }>(items.team.id)
        .transaction(trx =>
          trx
            .insertInto('items.tally')
            .values({
              team_id: items.team.id,
              project_id: items.project,
              folder_id: items.root,
              annotation_status: 2,
              items: 49_999,
            })
            .execute(),
        );
      expect(await attach('a.jpg', 'b.jpg')).toMatchObject({
        status: 422,
        body: { code: 'FOLDER_LIMIT', error: 'The number of items exceeds the limit of 50 000 items per folder.' },
      });
      expect(await search()).toEqual([]);
      expect((await attach('a.jpg')).body).toHaveLength(1);
      expect(
        (
          await items.script.call('main', 'GET', `/project/${items.project}/limitationDetails`, {
            query: { folder_id: items.root },
          })
        ).body,
      ).toEqual({
        folder_limit: { max_image_count: 50_000, remaining_image_count: 0 },
        project_limit: { max_image_count: 500_000, remaining_image_count: 450_000 },
        user_limit: null,
      });
    });
  });

  itemEditTests(items);
});
