import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkResult } from '#core/api/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import type { Folder, Item, ListedItem } from '../common/item.ts';

interface Listed {
  readonly data: ListedItem[];
  readonly count: number;
}
type UploadAnswer = Answer<{ status: string; item: ListedItem; code: string; error: string }>;

const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'tiff' | 'webp' = 'png'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 90 } } })
    .toFormat(format)
    .toBuffer();

/** A bitmap of 24 bits; sharp writes none. */
function bitmap(width: number, height: number): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * height, 0x7f);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(0, 6);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  file.fill(0, 30, 54);
  return file;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let project: number;

  const newProject = async (name: string, type = 1): Promise<number> =>
    (await owner.request<{ id: number }>('POST', '/project', { body: { name, type } })).body.id;
  const upload = (who: TestPerson, to: number, name: string, bytes: Buffer, more = ''): Promise<UploadAnswer> =>
    who.request('PUT', `/api/v1/project/${to}/upload?name=${encodeURIComponent(name)}${more}`, { bytes });
  const list = async (who: TestPerson, of: number, query = ''): Promise<Listed> =>
    (await who.request<Listed>('GET', `/api/v1/project/${of}/items?${query}`)).body;
  const bulk = async (
    who: TestPerson,
    of: number,
    kind: string,
    { item_ids, ...values }: { readonly item_ids: readonly number[]; readonly [value: string]: unknown },
  ): Promise<BulkResult> =>
    (
      await who.request<{ items: BulkResult }>('POST', `/api/v1/project/${of}/items/change`, {
        body: { selection: { item_ids }, change: { kind, value: Object.values(values)[0] } },
      })
    ).body.items;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items'], jobs: false });
    team = await app.team('Alpha');
    owner = team.owner;
    project = await newProject('Photos');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close(), DATABASE_TIMEOUT_MS);

  describe('uploading', () => {
    it('keeps a photo with its size, a thumbnail and a signed address of the same bytes', async () => {
      const bytes = await picture(640, 400);
      const answer = await upload(owner, project, 'a.png', bytes);
      expect(answer.body.status).toBe('created');
      expect(answer.body.item.metadata).toMatchObject({
        width: 640,
        height: 400,
        mime: 'image/png',
        size: bytes.length,
      });
      const asset = (
        await owner.request<{ original: string; url: string; thumbnail: string }>(
          'GET',
          `/api/v1/project/${project}/item/${answer.body.item.id}/asset`,
        )
      ).body;
      expect((await app.request('GET', asset.original)).raw.equals(bytes)).toBe(true);
      const small = await sharp((await app.request('GET', asset.thumbnail)).raw).metadata();
      expect([small.width, small.height]).toEqual([256, 160]);
    });

    it('stores the upright size of a photo that is turned by its EXIF entry', async () => {
      const bytes = await sharp(await picture(300, 100, 'jpeg'))
        .withMetadata({ orientation: 6 })
        .toBuffer();
      expect((await upload(owner, project, 'turned.jpg', bytes)).body.item.metadata).toMatchObject({
        width: 100,
        height: 300,
      });
    });

    it('offers a WebP upright that is turned by its EXIF entry, since browsers do not turn it', async () => {
      const bytes = await sharp(await picture(300, 100, 'webp'))
        .withMetadata({ orientation: 6 })
        .webp()
        .toBuffer();
      const { body } = await upload(owner, project, 'turned.webp', bytes);
      const asset = (
        await owner.request<{ url: string }>('GET', `/api/v1/project/${project}/item/${body.item.id}/asset`)
      ).body;
      const shown = await sharp((await app.request('GET', asset.url)).raw).metadata();
      expect([shown.width, shown.height, shown.orientation ?? 1]).toEqual([100, 300, 1]);
    });

    it.each(['tiff', 'webp'] as const)('takes %s and offers a picture that browsers show', async format => {
      const { body } = await upload(owner, project, `b.${format}`, await picture(50, 40, format));
      const asset = (
        await owner.request<{ url: string }>('GET', `/api/v1/project/${project}/item/${body.item.id}/asset`)
      ).body;
      expect((await app.request('GET', asset.url)).headers['content-type']).toBe('image/webp');
    });

    it('takes bitmaps', async () => {
      expect((await upload(owner, project, 'b.bmp', bitmap(33, 20))).body.item.metadata).toMatchObject({
        width: 33,
        height: 20,
        mime: 'image/bmp',
      });
    });

    it('skips a name that is taken, and replaces its file when asked to, keeping the item', async () => {
      const first = await upload(owner, project, 'twice.png', await picture(10, 10));
      const again = await upload(owner, project, 'twice.png', await picture(20, 20));
      expect([again.body.status, again.body.item.metadata.width]).toEqual(['skipped', 10]);
      const replaced = await upload(owner, project, 'twice.png', await picture(20, 20), '&on_duplicate=replace');
      expect([replaced.body.status, replaced.body.item.id, replaced.body.item.metadata.width]).toEqual([
        'replaced',
        first.body.item.id,
        20,
      ]);
    });
    it('makes one item of the same name sent twice at once', async () => {
      const bytes = await picture(10, 10);
      const answers = await Promise.all([1, 2, 3].map(() => upload(owner, project, 'race.png', bytes)));
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
      const before = (await list(owner, project)).count;
      const answer = await upload(owner, project, name, await bytes());
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.body.error).toContain(text);
      expect((await list(owner, project)).count).toBe(before);
    });

    it('refuses more pixels than the project takes', async () => {
      const pixel = await newProject('Masks', 2);
      const answer = await upload(owner, pixel, 'big.png', await picture(4001, 4000));
      expect([answer.status, answer.body.code]).toEqual([413, 'TOO_LARGE']);
      expect(answer.body.error).toBe('big.png is larger than 16 MP: it has 16 MP (4001 × 4000).');
    });

    it('says before the bytes travel which names are taken or not allowed', async () => {
      const { body } = await owner.request<{
        existing: string[];
        invalid: { name: string; suggestion: string }[];
        remaining: number;
      }>('POST', `/api/v1/project/${project}/upload/check`, { body: { names: ['a.png', 'new.png', 'wh?at.png'] } });
      expect(body.existing).toEqual(['a.png']);
      expect(body.invalid.map(each => [each.name, each.suggestion])).toEqual([['wh?at.png', 'wh_at.png']]);
      expect(body.remaining).toBeGreaterThan(1000);
    });
  });

  describe('lists', () => {
    let listed: number;
    beforeAll(async () => {
      listed = await newProject('Lists');
      const root = (await owner.request<{ folder_id: number }>('GET', `/api/v1/project/${listed}`)).body.folder_id;
      await app.database
        .tenant<{
          'items.item': {
            team_id: number;
            project_id: number;
            folder_id: number;
            name: string;
            annotation_status: number;
          };
        }>(team.id)
        .transaction(async trx => {
          await trx
            .insertInto('items.item')
            .values(
              Array.from({ length: 1000 }, (_, index) => ({
                team_id: team.id,
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
      const near = await list(owner, listed, 'offset=0&limit=3');
      const far = await list(owner, listed, 'offset=997&limit=10');
      expect(near.count).toBe(1000);
      expect(near.data.map(each => each.name)).toEqual(['img_0000.jpg', 'img_0001.jpg', 'img_0002.jpg']);
      expect(far.data.map(each => each.name)).toEqual(['img_0997.jpg', 'img_0998.jpg', 'img_0999.jpg']);
    });

    it('cover every item once, page by page, in every order', async () => {
      for (const sort of ['name', 'created', 'updated', 'status', 'priority', 'size']) {
        const seen = new Set<number>();
        for (let offset = 0; offset < 1000; offset += 300)
          for (const each of (await list(owner, listed, `sort=${sort}&order=desc&offset=${offset}&limit=300`)).data)
            seen.add(each.id);
        expect([sort, seen.size]).toEqual([sort, 1000]);
      }
    });

    it('filter by several statuses and by a part of the name', async () => {
      expect((await list(owner, listed, 'status=1&status=2&limit=1')).count).toBe(667);
      expect((await list(owner, listed, 'name=IMG_099')).count).toBe(10);
      expect((await list(owner, listed, 'name=%25')).count).toBe(0);
    });

    it('go on page by page through a part of the name, both ways', async () => {
      const names = async (query: string): Promise<[string[], number]> => {
        const { data, count } = await list(owner, listed, `name=IMG_099&${query}`);
        return [data.map(each => each.name), count];
      };
      expect(await names('offset=8&limit=5')).toEqual([['img_0998.jpg', 'img_0999.jpg'], 10]);
      expect(await names('order=desc&offset=1&limit=2')).toEqual([['img_0998.jpg', 'img_0997.jpg'], 10]);
      expect(await names('sort=created&order=desc&limit=1')).toEqual([['img_0999.jpg'], 10]);
      expect(await names('offset=10')).toEqual([[], 10]);
    });

    it('keep the tally right through changes, deletion and restoring', async () => {
      const counts = async (): Promise<object> =>
        (await owner.request('GET', `/api/v1/project/${listed}/item-counts`)).body;
      const { data } = await list(owner, listed, 'status=1&limit=2');
      const ids = data.map(each => each.id);
      await bulk(owner, listed, 'status', { item_ids: ids, status: 5 });
      expect(await counts()).toMatchObject({ total: 1000, byStatus: { 1: 332, 2: 333, 3: 333, 5: 2 } });
      await bulk(owner, listed, 'delete', { item_ids: ids });
      expect(await counts()).toMatchObject({ total: 998, byStatus: { 1: 332, 2: 333, 3: 333 }, deleted: 2 });
      await bulk(owner, listed, 'restore', { item_ids: ids });
      expect(await counts()).toMatchObject({ total: 1000, deleted: 0 });
      expect((await owner.request('GET', `/api/v1/project/${listed}`)).body).toMatchObject({
        imageCount: 1000,
        completedImagesCount: 2,
      });
    });

    it('answer body queries of the items service in one project', async () => {
      const { body } = await owner.request<{ data: Item[]; count: number }>(
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
          headers: { 'x-entity-context': btoa(JSON.stringify({ team_id: team.id, project_id: listed })) },
        },
      );
      expect(body.count).toBe(33);
      expect(body.data[0]).toMatchObject({ name: 'img_0001.jpg', assignments: [], approval_status: 0 });
    });
  });

  describe('folders', () => {
    it('list the root first, refuse or count up a taken name, and rename', async () => {
      const made = await owner.request<Folder>('POST', `/folder?project_id=${project}`, { body: { name: 'Night' } });
      expect(
        (await owner.request('POST', `/folder?project_id=${project}&exact=true`, { body: { name: 'night' } })).body,
      ).toMatchObject({ code: 'NAME_EXISTS', error: 'A folder with this name already exists.' });
      expect(
        (await owner.request('POST', `/folder?project_id=${project}`, { body: { name: 'Night' } })).body,
      ).toMatchObject({ name: 'Night (2)' });
      await owner.request('PUT', `/folder/${made.body.id}?project_id=${project}`, {
        body: { name: 'Dusk', status: 2 },
      });
      const { data } = (await owner.request<{ data: Folder[] }>('GET', `/folders?project_id=${project}`)).body;
      expect(data.map(each => [each.name, each.status])).toEqual([
        ['root', null],
        ['Dusk', 2],
        ['Night (2)', 1],
      ]);
    });

    it.each(['root', 'a/b', '', 'x'.repeat(201)])('refuse the name %j', async name => {
      expect(
        (await owner.request('POST', `/folder?project_id=${project}&exact=true`, { body: { name } })).body,
      ).toMatchObject({ code: 'INVALID_FIELD' });
    });

    it('are deleted with their items and come back with those, not with what was deleted before', async () => {
      const folder = (
        await owner.request<Folder>('POST', `/folder?project_id=${project}`, { body: { name: 'Short-lived' } })
      ).body.id;
      const [gone, kept] = await Promise.all(
        ['1.png', '2.png'].map(
          async name => (await upload(owner, project, name, await picture(4, 4), `&folder_id=${folder}`)).body.item.id,
        ),
      );
      await bulk(owner, project, 'delete', { item_ids: [gone!] });
      expect((await owner.request('DELETE', `/api/v1/project/${project}/folder/${folder}`)).status).toBe(200);
      expect((await owner.request('GET', `/api/v1/project/${project}/item/${kept}`)).status).toBe(404);
      await owner.request('POST', `/api/v1/project/${project}/folder/${folder}/restore`, { body: {} });
      expect((await list(owner, project, `folder_id=${folder}`)).data.map(each => each.id)).toEqual([kept]);
    });
  });

  describe('people', () => {
    let ana: TestPerson;
    let quinn: TestPerson;
    let shared: number;
    let items: number[];

    beforeAll(async () => {
      ana = await team.join('ana@alpha.test');
      quinn = await team.join('quinn@alpha.test');
      shared = await newProject('Shared');
      await owner.request('POST', `/api/v1/project/${shared}/share/bulk`, {
        body: {
          users: [
            { user_id: ana.email, user_role: 1 },
            { user_id: quinn.email, user_role: 2 },
          ],
        },
      });
      items = [];
      for (const name of ['1.png', '2.png', '3.png'])
        items.push((await upload(owner, shared, name, await picture(4, 4))).body.item.id);
    });

    it('see only what is assigned to them or pinned; everything else is not found', async () => {
      expect((await list(ana, shared)).count).toBe(0);
      expect(await bulk(owner, shared, 'assign', { item_ids: items.slice(0, 1), email: ana.email })).toEqual({
        success: [items[0]],
        failed: [],
        skipped: [],
      });
      await bulk(owner, shared, 'pin', { item_ids: items.slice(1, 2), pinned: true });
      expect((await list(ana, shared)).data.map(each => each.id)).toEqual([items[0], items[1]]);
      expect((await list(owner, shared, 'pinned=1')).data.map(each => each.id)).toEqual([items[1]]);
      expect((await ana.request('GET', `/api/v1/project/${shared}/item/${items[2]}`)).status).toBe(404);
      expect((await ana.request('GET', `/api/v1/project/${shared}/item/${items[2]}/asset`)).status).toBe(404);
    });

    it('are one per role on an item: a second annotator replaces the first, a reviewer is added', async () => {
      await bulk(owner, shared, 'assign', { item_ids: [items[0]!], email: quinn.email });
      expect((await list(owner, shared)).data[0]!.assignments.map(each => each.user_id)).toEqual([
        ana.email,
        quinn.email,
      ]);
      // Annotators see their own role only, reviewers every one.
      const assigneesSeenBy = async (person: TestPerson): Promise<readonly string[]> =>
        (await list(person, shared)).data.find(each => each.id === items[0])!.assignments.map(each => each.user_id);
      expect([await assigneesSeenBy(ana), await assigneesSeenBy(quinn)]).toEqual([
        [ana.email],
        [ana.email, quinn.email],
      ]);
      const alone = async (person: TestPerson): Promise<unknown> =>
        (await person.request<{ assignments: unknown }>('GET', `/api/v1/project/${shared}/item/${items[0]}`)).body
          .assignments;
      expect([await alone(ana), await alone(quinn)]).toEqual([
        [{ user_id: ana.email, user_role: 1 }],
        [
          { user_id: ana.email, user_role: 1 },
          { user_id: quinn.email, user_role: 2 },
        ],
      ]);
      expect((await bulk(owner, shared, 'assign', { item_ids: [items[0]!], email: ana.email })).skipped).toEqual([
        items[0],
      ]);
      await bulk(owner, shared, 'unassign', { item_ids: [items[0]!], email: quinn.email });
      expect((await list(owner, shared)).data[0]!.assignments).toEqual([{ user_id: ana.email, user_role: 1 }]);
    });

    it('who are paused or not in the project cannot be assigned, in the words of the public client', async () => {
      const answer = await owner.request<{ error: string }>('PUT', `/images/editAssignment/?project_id=${shared}`, {
        body: { image_names: ['1.png'], folder_name: 'root', assign_user_id: 'nobody@alpha.test' },
      });
      expect([answer.status, answer.body.error]).toEqual([
        400,
        'The user does not have the required permissions for this assignment.',
      ]);
    });

    it('with a thousand of two thousand items get their list, also before the database has counted its rows', async () => {
      const many = await newProject('Many');
      await owner.request('POST', `/api/v1/project/${many}/share/bulk`, {
        body: { users: [{ user_id: quinn.email, user_role: 2 }] },
      });
      const root = (await owner.request<{ folder_id: number }>('GET', `/api/v1/project/${many}`)).body.folder_id;
      await app.database.tenant(team.id).transaction(async trx => {
        await sql`insert into items.item (team_id, project_id, folder_id, name) select ${team.id}::int, ${many}::int, ${root}::int, 'img_' || n from generate_series(1, 2000) n`.execute(
          trx,
        );
        await sql`insert into items.assignment (team_id, project_id, item_id, email, user_role) select team_id, project_id, id, ${quinn.email}, 2 from items.item where project_id = ${many} and id % 2 = 0`.execute(
          trx,
        );
      });
      expect((await list(quinn, many, 'limit=100')).count).toBe(1000);
      expect((await quinn.request<{ total: number }>('GET', `/api/v1/project/${many}/item-counts`)).body.total).toBe(
        1000,
      );
    });

    it('without the rights of an admin neither delete, assign, upload nor set a status', async () => {
      for (const change of [
        { kind: 'delete' },
        { kind: 'assign', value: ana.email },
        { kind: 'pin', value: true },
        { kind: 'approval', value: 2 },
        { kind: 'priority', value: 1 },
      ]) {
        expect([
          change,
          (
            await ana.request('POST', `/api/v1/project/${shared}/items/change`, {
              body: { selection: { item_ids: items }, change },
            })
          ).status,
        ]).toEqual([change, 403]);
      }
      expect((await upload(ana, shared, 'x.png', await picture(4, 4))).status).toBe(403);
      // Without a workflow only those who may set any status move items.
      expect((await bulk(ana, shared, 'status', { item_ids: [items[0]!], status: 2 })).failed).toMatchObject([
        { id: items[0], code: 'TRANSITION_NOT_ALLOWED' },
      ]);
    });

    it('lose their items when they leave the project', async () => {
      await owner.request('DELETE', `/project/${shared}/share/bulk`, { body: { user_id: [ana.email] } });
      expect((await list(owner, shared)).data[0]!.assignments).toEqual([]);
    });

    it('of another team find nothing', async () => {
      const other = await app.team(`Beta${kind}`);
      for (const path of [
        `/api/v1/project/${shared}/items`,
        `/api/v1/project/${shared}/item/${items[0]}`,
        `/folders?project_id=${shared}`,
      ])
        expect((await other.owner.request('GET', path)).status).toBe(404);
    });
  });

  describe('bulk changes', () => {
    it('say for each item what became of it', async () => {
      const { data } = await list(owner, project, 'limit=2');
      const [first, second] = data.map(each => each.id) as [number, number];
      await bulk(owner, project, 'approval', { item_ids: [first], approval_status: 2 });
      expect(
        await bulk(owner, project, 'approval', { item_ids: [first, second, 999_999], approval_status: 2 }),
      ).toEqual({
        success: [second],
        skipped: [first],
        failed: [{ id: 999_999, code: 'NOT_FOUND', message: expect.any(String) }],
      });
    });

    it('refuse a status the project does not know', async () => {
      const { data } = await list(owner, project, 'limit=1');
      expect(
        (
          await owner.request('POST', `/api/v1/project/${project}/items/change`, {
            body: { selection: { item_ids: [data[0]!.id] }, change: { kind: 'status', value: 77 } },
          })
        ).body,
      ).toMatchObject({ code: 'INVALID_FIELD' });
    });

    it('do not restore over an item that took the name', async () => {
      const first = (await upload(owner, project, 'name.png', await picture(4, 4))).body.item.id;
      await bulk(owner, project, 'delete', { item_ids: [first] });
      await upload(owner, project, 'name.png', await picture(4, 4));
      expect((await bulk(owner, project, 'restore', { item_ids: [first] })).failed).toMatchObject([
        { id: first, code: 'NAME_EXISTS' },
      ]);
    });
  });
});
