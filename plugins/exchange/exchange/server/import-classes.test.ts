import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin } from '#core/kernel/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ImportChoices } from '../common/import-api.ts';
import { importChoices } from '../common/import-api.ts';
import { forecastOf } from '../common/import-forecast.ts';
import { pictureOf, TransferClient, transferPlugins, zip } from './import.support.ts';

const [width, height] = [64, 48];
const image = (id: number, name: string): object => ({ id, file_name: name, width, height });
const box = (id: number, imageId: number, category: number): object => ({
  id,
  image_id: imageId,
  category_id: category,
  bbox: [4 + 10 * category, 6, 8, 12],
  iscrowd: 0,
});
const coco = JSON.stringify({
  images: [image(1, 'a.jpg'), image(2, 'b.jpg')],
  categories: [
    { id: 1, name: 'car' },
    { id: 2, name: 'dog' },
    { id: 3, name: 'sheep' },
  ],
  annotations: [box(1, 1, 1), box(2, 1, 2), box(3, 2, 2)],
});
const cvat = `<annotations><version>1.1</version><meta><task><labels><label><name>car</name></label><label><name>dog</name></label><label><name>sheep</name></label></labels></task></meta>
<image id="0" name="a.jpg" width="${width}" height="${height}"><box label="car" xtl="4" ytl="6" xbr="24" ybr="18"/><box label="dog" xtl="34" ytl="6" xbr="44" ybr="18"/></image>
<image id="1" name="b.jpg" width="${width}" height="${height}"><box label="dog" xtl="34" ytl="6" xbr="44" ybr="18"/></image></annotations>`;

/** Parts that jobs stored: how many documents, and in how many moves their items changed status. */
const parts: { readonly documents: number; moves: number }[] = [];
const watcher = defineServerHalf(
  definePlugin({ id: 'watcher', title: 'Watcher', requires: ['annotations', 'items'] }),
  {
    activate({ get, tap }) {
      tap(
        get(AnnotationHooks).storingMany,
        (_, __, documents) => void parts.push({ documents: documents.length, moves: 0 }),
      );
      tap(get(ItemsHooks).statusChanged, () => void (parts.at(-1)!.moves += 1));
    },
  },
);

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let client: TransferClient;
  let picture: Buffer;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: transferPlugins, halves: [watcher] });
    team = await app.team('North');
    client = new TransferClient(app, team);
    picture = await pictureOf(width, height);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const begun = async (type = 1): Promise<number> => {
    const id = await client.project(type);
    await team.owner.request('POST', `/classes?project_id=${id}`, {
      body: { classes: [{ name: 'Car', color: '#D7263D', type: 1, attribute_groups: [] }] },
    });
    for (const name of ['a.jpg', 'b.jpg']) await client.upload(id, name, picture);
    return id;
  };
  const classNames = async (id: number): Promise<readonly string[]> =>
    (await team.owner.request<{ data: readonly { name: string }[] }>('GET', `/classes?project_id=${id}`)).body.data.map(
      each => each.name,
    );
  /** Class names of the objects of each item. */
  const objects = async (id: number): Promise<Readonly<Record<string, readonly unknown[]>>> => {
    const { files } = await client.exported(id);
    return Object.fromEntries(
      ['a.jpg', 'b.jpg'].map(name => [
        name,
        (JSON.parse(files.get(`${name}.json`)!.toString()) as { instances: { className?: string }[] }).instances.map(
          each => each.className,
        ),
      ]),
    );
  };

  it.each([
    ['instances.json', 1],
    ['annotations.xml', 1],
    ['instances.json', 2],
    ['annotations.xml', 2],
  ] as const)(
    'should map, rename, create and leave out classes of %s in a project of type %i as chosen, and undo it',
    async (name, type) => {
      const id = await begun(type);
      const looked = await client.preview(id, name, Buffer.from(name.endsWith('.json') ? coco : cvat));
      expect(looked.report, JSON.stringify(looked.error)).toMatchObject({
        classes: [
          { name: 'car', match: 'Car', objects: { fresh: 1, annotated: 0, creatable: 0 } },
          { name: 'dog', match: null, objects: { fresh: 2, annotated: 0, creatable: 0 } },
          { name: 'sheep', match: null, objects: { fresh: 0, annotated: 0, creatable: 0 } },
        ],
        projectClasses: [{ name: 'Car', type: 1 }],
      });
      const does = async (importId: number, choices: Partial<ImportChoices>): Promise<void> => {
        const { created, skipped, classesCreated, objects } = forecastOf(looked.report!, importChoices.parse(choices));
        const done = await client.start(id, importId, choices);
        expect(done.result, JSON.stringify(done.error)).toMatchObject({ created, skipped, classesCreated, objects });
      };
      await does(looked.id, { unused_classes: false, classes: [{ name: 'dog', as: null }] });
      expect(await objects(id)).toEqual({ 'a.jpg': ['Car'], 'b.jpg': [] });
      expect(await classNames(id)).toEqual(['Car']);
      expect((await client.undo(id, looked.id)).undo_result).toMatchObject({ restored: 1, keptCount: 0 });
      expect(await objects(id)).toEqual({ 'a.jpg': [], 'b.jpg': [] });

      const second = await client.preview(id, name, Buffer.from(name.endsWith('.json') ? coco : cvat));
      await does(second.id, {
        unused_classes: false,
        classes: [
          { name: 'car', as: 'car' },
          { name: 'dog', as: 'Hound' },
        ],
      });
      expect(await objects(id)).toEqual({ 'a.jpg': ['car', 'Hound'], 'b.jpg': ['Hound'] });
      expect(await classNames(id)).toEqual(['Car', 'car', 'Hound']);
      expect((await client.undo(id, second.id)).undo_result).toMatchObject({ restored: 2, classesDeleted: 2 });
      expect(await classNames(id)).toEqual(['Car']);
    },
    120_000,
  );

  it('should name the shapes of a class, which a class of the project may not allow', async () => {
    const id = await begun();
    const limited = [{ name: 'dog', color: '#223344', type: 1, shapes: ['polygon'] }];
    await team.owner.request('POST', `/classes?project_id=${id}`, { body: { classes: limited } });
    const { report } = await client.preview(id, 'annotations.xml', Buffer.from(cvat));
    expect(report?.classes.find(each => each.name === 'dog')?.shapes).toEqual(['bbox']);
    expect(report?.projectClasses).toContainEqual({ name: 'dog', type: 1, shapes: ['polygon'] });
  });

  it('should undo an import as it was before, and name items that were changed since', async () => {
    const id = await begun();
    const first = await client.preview(id, 'instances.json', Buffer.from(coco));
    await client.start(id, first.id);
    const archive = await zip({
      'annotations.xml':
        cvat.replaceAll('dog', 'sheep').replace('</annotations>', '') +
        `<image id="2" name="new.jpg" width="${width}" height="${height}"><box label="sheep" xtl="4" ytl="6" xbr="24" ybr="18"/></image></annotations>`,
      'images/new.jpg': picture,
    });
    const second = await client.preview(id, 'set.zip', archive);
    expect((await client.start(id, second.id, { conflicts: 'replace' })).result).toMatchObject({
      created: 1,
      replaced: 2,
      itemsCreated: 1,
    });
    expect(await objects(id)).toEqual({ 'a.jpg': ['Car', 'sheep'], 'b.jpg': ['sheep'] });
    const third = await client.preview(
      id,
      'b.jpg.json',
      Buffer.from(JSON.stringify({ metadata: { name: 'b.jpg' }, instances: [] })),
    );
    await client.start(id, third.id, { conflicts: 'replace' });

    const undone = await client.undo(id, second.id);
    expect(undone, JSON.stringify(undone.error)).toMatchObject({
      status: 8,
      undo_result: {
        restored: 1,
        itemsDeleted: 1,
        kept: [{ path: 'b.jpg', message: 'was annotated again since the import' }],
        keptCount: 1,
      },
    });
    expect(await objects(id)).toEqual({ 'a.jpg': ['Car', 'dog'], 'b.jpg': [] });
    const { files } = await client.exported(id);
    expect(files.has('new.jpg.json')).toBe(false);
    expect((await team.owner.request('POST', `/api/v1/project/${id}/imports/${second.id}/undo`)).status).toBe(409);
    const { body } = await team.owner.request<{ data: readonly { id: number; status: number }[] }>(
      'GET',
      `/api/v1/project/${id}/imports`,
    );
    expect(body.data.map(each => [each.id, each.status])).toEqual([
      [third.id, 4],
      [second.id, 8],
      [first.id, 4],
    ]);
  });

  it('should store and undo at most ten documents a step, whose items change status together', async () => {
    const count = 25;
    const id = await client.project();
    await app.database.tenant(team.id).transaction(trx =>
      sql`insert into items.item (team_id, project_id, folder_id, name, source, url)
        select project.team_id, project.id, folder.id, n || '.jpg', 2, 'https://files.test/' || n
        from projects.project as project join items.folder as folder on folder.project_id = project.id,
          generate_series(1, ${count}::int) n
        where project.id = ${id}::int`.execute(trx),
    );
    const numbers = Array.from({ length: count }, (_, at) => at + 1);
    const many = JSON.stringify({
      images: numbers.map(each => image(each, `${each}.jpg`)),
      categories: [{ id: 1, name: 'car' }],
      annotations: numbers.map(each => box(each, each, 1)),
    });
    const { id: imported } = await client.preview(id, 'instances.json', Buffer.from(many));
    parts.length = 0;
    expect((await client.start(id, imported)).result).toMatchObject({ created: count });
    expect(parts).toEqual([10, 10, 5].map(documents => ({ documents, moves: 1 })));
    parts.length = 0;
    expect((await client.undo(id, imported)).undo_result).toMatchObject({ restored: count });
    expect(parts).toEqual([10, 10, 5].map(documents => ({ documents, moves: 1 })));
  });
});
