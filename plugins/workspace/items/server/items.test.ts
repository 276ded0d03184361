import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { eachDatabase } from '#tests/support/database.ts';
import type { Item } from '../common/item.ts';
import { bitmap } from './bitmap.support.ts';
import { itemCalls, picture } from './item-calls.support.ts';
import { itemFolderTests } from './item-folders.support.ts';
import { itemPeopleTests } from './item-people.support.ts';
import { itemBulkChangeTests } from './item-bulk-changes.support.ts';

eachDatabase(kind => {
  const calls = itemCalls(kind);
  const { upload, newProject, list, bulk } = calls;

  describe('uploading', () => {
    it('keeps a photo with its size, a thumbnail and a signed address of the same bytes', async () => {
      const bytes = await picture(640, 400);
      const answer = await upload(calls.owner, calls.project, 'a.png', bytes);
      expect(answer.body.status).toBe('created');
      expect(answer.body.item.metadata).toMatchObject({
        width: 640,
        height: 400,
        mime: 'image/png',
        size: bytes.length,
      });
      const asset = (
        await calls.owner.request<{ original: string; url: string; thumbnail: string }>(
          'GET',
          `/api/v1/project/${calls.project}/item/${answer.body.item.id}/asset`,
        )
      ).body;
      expect((await calls.app.request('GET', asset.original)).raw.equals(bytes)).toBe(true);
      const small = await sharp((await calls.app.request('GET', asset.thumbnail)).raw).metadata();
      expect([small.width, small.height]).toEqual([256, 160]);
    });

    it('stores the upright size of a photo that is turned by its EXIF entry', async () => {
      const bytes = await sharp(await picture(300, 100, 'jpeg'))
        .withMetadata({ orientation: 6 })
        .toBuffer();
      expect((await upload(calls.owner, calls.project, 'turned.jpg', bytes)).body.item.metadata).toMatchObject({
        width: 100,
        height: 300,
      });
    });

    it('offers a WebP upright that is turned by its EXIF entry, since browsers do not turn it', async () => {
      const bytes = await sharp(await picture(300, 100, 'webp'))
        .withMetadata({ orientation: 6 })
        .webp()
        .toBuffer();
      const { body } = await upload(calls.owner, calls.project, 'turned.webp', bytes);
      const asset = (
        await calls.owner.request<{ url: string }>('GET', `/api/v1/project/${calls.project}/item/${body.item.id}/asset`)
      ).body;
      const shown = await sharp((await calls.app.request('GET', asset.url)).raw).metadata();
      expect([shown.width, shown.height, shown.orientation ?? 1]).toEqual([100, 300, 1]);
    });

    it.each(['tiff', 'webp'] as const)('takes %s and offers a picture that browsers show', async format => {
      const { body } = await upload(calls.owner, calls.project, `b.${format}`, await picture(50, 40, format));
      const asset = (
        await calls.owner.request<{ url: string }>('GET', `/api/v1/project/${calls.project}/item/${body.item.id}/asset`)
      ).body;
      expect((await calls.app.request('GET', asset.url)).headers['content-type']).toBe('image/webp');
    });

    it('takes bitmaps', async () => {
      expect((await upload(calls.owner, calls.project, 'b.bmp', bitmap(33, 20))).body.item.metadata).toMatchObject({
        width: 33,
        height: 20,
        mime: 'image/bmp',
      });
    });

    it('skips a name that is taken, and replaces its file when asked to, keeping the item', async () => {
      const first = await upload(calls.owner, calls.project, 'twice.png', await picture(10, 10));
      const again = await upload(calls.owner, calls.project, 'twice.png', await picture(20, 20));
      expect([again.body.status, again.body.item.metadata.width]).toEqual(['skipped', 10]);
      const replaced = await upload(
        calls.owner,
        calls.project,
        'twice.png',
        await picture(20, 20),
        '&on_duplicate=replace',
      );
      expect([replaced.body.status, replaced.body.item.id, replaced.body.item.metadata.width]).toEqual([
        'replaced',
        first.body.item.id,
        20,
      ]);
    });
    it('makes one item of the same name sent twice at once', async () => {
      const bytes = await picture(10, 10);
      const answers = await Promise.all([1, 2, 3].map(() => upload(calls.owner, calls.project, 'race.png', bytes)));
      expect(answers.map(each => each.body.status).sort()).toEqual(['created', 'skipped', 'skipped']);
    });

    it.each([
      [
        'a zip as a photo',
        'zip.jpg',
        async () => Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(100)]),
        415,
        'TYPE_NOT_SUPPORTED',
        'zip.jpg is a zip archive',
      ],
      [
        'another ending',
        'notes.txt',
        async () => Buffer.from('hello'),
        415,
        'TYPE_NOT_SUPPORTED',
        ".txt files aren't supported in Vector projects.",
      ],
      ['an empty file', 'empty.jpg', async () => Buffer.alloc(0), 415, 'TYPE_NOT_SUPPORTED', 'empty.jpg is empty'],
      [
        'a photo that is cut off',
        'cut.jpg',
        async () =>
          (
            await sharp(await picture(900, 900, 'jpeg'))
              .jpeg()
              .toBuffer()
          ).subarray(0, 900),
        422,
        'ASSET_UNREADABLE',
        "cut.jpg can't be read",
      ],
      [
        'a PNG of noise',
        'noise.png',
        async () => Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa]), Buffer.alloc(200, 7)]),
        422,
        'ASSET_UNREADABLE',
        'noise.png',
      ],
      ['a name with a slash', 'a/b.png', async () => picture(5, 5), 400, 'INVALID_FIELD', "can't contain /"],
      [
        'a name of 300 characters',
        `${'n'.repeat(300)}.png`,
        async () => picture(5, 5),
        400,
        'INVALID_FIELD',
        'too long',
      ],
    ])('refuses %s with its code, and keeps nothing', async (_what, name, bytes, status, code, text) => {
      const before = (await list(calls.owner, calls.project)).count;
      const answer = await upload(calls.owner, calls.project, name, await bytes());
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.body.error).toContain(text);
      expect((await list(calls.owner, calls.project)).count).toBe(before);
    });

    it('refuses more pixels than the project takes', async () => {
      const pixel = await newProject('Masks', 2);
      const answer = await upload(calls.owner, pixel, 'big.png', await picture(4001, 4000));
      expect([answer.status, answer.body.code]).toEqual([413, 'TOO_LARGE']);
      expect(answer.body.error).toBe('big.png is larger than 16 MP: it has 16 MP (4001 × 4000).');
    });

    it('says before the bytes travel which names are taken or not allowed', async () => {
      const { body } = await calls.owner.request<{
        existing: string[];
        invalid: { name: string; suggestion: string }[];
        remaining: number;
      }>('POST', `/api/v1/project/${calls.project}/upload/check`, {
        body: { names: ['a.png', 'new.png', 'wh?at.png'] },
      });
      expect(body.existing).toEqual(['a.png']);
      expect(body.invalid.map(each => [each.name, each.suggestion])).toEqual([['wh?at.png', 'wh_at.png']]);
      expect(body.remaining).toBeGreaterThan(1000);
    });
  });

  describe('lists', () => {
    let listed: number;
    beforeAll(async () => {
      listed = await newProject('Lists');
      const root = (await calls.owner.request<{ folder_id: number }>('GET', `/api/v1/project/${listed}`)).body
        .folder_id;
      await calls.app.database
        .tenant<{
          'items.item': {
            team_id: number;
            project_id: number;
            folder_id: number;
            name: string;
            annotation_status: number;
          };
        }>(calls.team.id)
        .transaction(async trx => {
          await trx
            .insertInto('items.item')
            .values(
              Array.from({ length: 1000 }, (_, index) => ({
                team_id: calls.team.id,
                project_id: listed,
                folder_id: root,
                name: `img_${String(index).padStart(4, '0')}.jpg`,
                annotation_status: 1 + (index % 3),
              })),
            )
            .execute();
        });
    });

    it('answer the same order from the front and from the far end', async () => {
      const near = await list(calls.owner, listed, 'offset=0&limit=3');
      const far = await list(calls.owner, listed, 'offset=997&limit=10');
      expect(near.count).toBe(1000);
      expect(near.data.map(each => each.name)).toEqual(['img_0000.jpg', 'img_0001.jpg', 'img_0002.jpg']);
      expect(far.data.map(each => each.name)).toEqual(['img_0997.jpg', 'img_0998.jpg', 'img_0999.jpg']);
    });

    it('cover every item once, page by page, in every order', async () => {
      for (const sort of ['name', 'created', 'updated', 'status', 'priority', 'size']) {
        const seen = new Set<number>();
        for (let offset = 0; offset < 1000; offset += 300)
          for (const each of (await list(calls.owner, listed, `sort=${sort}&order=desc&offset=${offset}&limit=300`))
            .data)
            seen.add(each.id);
        expect([sort, seen.size]).toEqual([sort, 1000]);
      }
    });

    it('filter by several statuses and by a part of the name', async () => {
      expect((await list(calls.owner, listed, 'status=1&status=2&limit=1')).count).toBe(667);
      expect((await list(calls.owner, listed, 'name=IMG_099')).count).toBe(10);
      expect((await list(calls.owner, listed, 'name=%25')).count).toBe(0);
    });

    it('go on page by page through a part of the name, both ways', async () => {
      const names = async (query: string): Promise<[string[], number]> => {
        const { data, count } = await list(calls.owner, listed, `name=IMG_099&${query}`);
        return [data.map(each => each.name), count];
      };
      expect(await names('offset=8&limit=5')).toEqual([['img_0998.jpg', 'img_0999.jpg'], 10]);
      expect(await names('order=desc&offset=1&limit=2')).toEqual([['img_0998.jpg', 'img_0997.jpg'], 10]);
      expect(await names('sort=created&order=desc&limit=1')).toEqual([['img_0999.jpg'], 10]);
      expect(await names('offset=10')).toEqual([[], 10]);
    });

    it('keep the tally right through changes, deletion and restoring', async () => {
      const counts = async (): Promise<object> =>
        (await calls.owner.request('GET', `/api/v1/project/${listed}/item-counts`)).body;
      const { data } = await list(calls.owner, listed, 'status=1&limit=2');
      const ids = data.map(each => each.id);
      await bulk(calls.owner, listed, 'status', { item_ids: ids, status: 5 });
      expect(await counts()).toMatchObject({ total: 1000, byStatus: { 1: 332, 2: 333, 3: 333, 5: 2 } });
      await bulk(calls.owner, listed, 'delete', { item_ids: ids });
      expect(await counts()).toMatchObject({ total: 998, byStatus: { 1: 332, 2: 333, 3: 333 }, deleted: 2 });
      await bulk(calls.owner, listed, 'restore', { item_ids: ids });
      expect(await counts()).toMatchObject({ total: 1000, deleted: 0 });
      expect((await calls.owner.request('GET', `/api/v1/project/${listed}`)).body).toMatchObject({
        imageCount: 1000,
        completedImagesCount: 2,
      });
    });

    it('answer body queries of the items service in one project', async () => {
      const { body } = await calls.owner.request<{ data: Item[]; count: number }>(
        'POST',
        '/services/items/api/v1/items/search',
        {
          body: {
            query: {
              limit: 2,
              offset: 0,
              search: { $and: [{ name: { $starts: 'img_00' } }, { annotation_status: { $in: [2] } }] },
              join: [{ field: 'assignments' }],
            },
          },
          headers: { 'x-entity-context': btoa(JSON.stringify({ team_id: calls.team.id, project_id: listed })) },
        },
      );
      expect(body.count).toBe(33);
      expect(body.data[0]).toMatchObject({ name: 'img_0001.jpg', assignments: [], approval_status: 0 });
    });
  });

  itemFolderTests(calls);
  itemPeopleTests(calls);
  itemBulkChangeTests(calls);
});
