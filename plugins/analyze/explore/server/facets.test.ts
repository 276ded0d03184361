import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotationDocumentApi } from '#plugins/annotate/annotations/common/index.ts';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { bareItems } from '#tests/support/annotated-items.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { scriptClient, scriptProject } from '#tests/support/script-client.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { toggleValue } from '../common/facets/facet-terms.ts';
import type { FacetKind } from '../common/facets/facet.ts';
import { printQuery } from '../common/query/print-query.ts';
import type { CountedFacetView } from '../common/search-api.ts';
import { searchApi } from '../common/search-api.ts';
import { addPicture, picture } from './embeddings/pictures.support.ts';

const box = (className: string, color?: string): object => ({
  type: 'bbox',
  className,
  points: { x1: 10, y1: 10, x2: 30, y2: 30 },
  attributes: color === undefined ? [] : [{ groupName: 'Color', name: color }],
});

/** Lines with hard edges at some places across, as SVG. */
const lines = (fill: string, ...places: readonly number[]): string =>
  places.map(x => `<rect x="${x}" width="2" height="80" fill="${fill}"/>`).join('');
/** A transition without edges between two colours, as SVG. */
const fade = (from: string, to: string): string =>
  `<linearGradient id="fade"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><rect width="120" height="80" fill="url(#fade)"/>`;

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let ana: TestPerson;
  let project: number;
  /** An item with one object, a tree. */
  let onlyTree: number;

  const facets = async (
    facet: FacetKind,
    query = '',
    person = team.owner,
    of = project,
  ): Promise<readonly CountedFacetView[]> => {
    const { status, body } = await person.call<{ readonly data: readonly CountedFacetView[] }>(
      'explore',
      searchApi.operations.countFacets,
      { query: { project_id: of }, body: { query, kind: facet } },
    );
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.data;
  };
  const counts = async (facet: FacetKind, query = '', person = team.owner): Promise<unknown> =>
    Object.fromEntries(
      (await facets(facet, query, person)).flatMap(each =>
        each.values.filter(({ count }) => count !== 0).map(({ value, count }) => [value ?? 'none', count]),
      ),
    );

  /** Expects each value of the facets of a kind to find as many items as are counted. */
  const expectFound = async (each: FacetKind, of: number): Promise<void> => {
    for (const { name, values } of await facets(each, '', team.owner, of))
      for (const { value, count } of values) {
        const facet = name === null ? { kind: each } : { kind: each, name };
        const query = printQuery(toggleValue({ condition: undefined, order: [] }, facet, value));
        const found = await team.owner.call<readonly unknown[]>('explore', searchApi.operations.search, {
          query: { project_id: of },
          body: { query },
        });
        expect(found.body, `${query} should find ${count}`).toHaveLength(count!);
      }
  };

  beforeAll(async () => {
    app = await openTestApp(kind);
    team = await app.team('North');
    ana = await team.join('ana@x.io');
    const script = await scriptClient(app, team);
    project = await scriptProject(script, 'Facets');
    const call = (api: Parameters<TestPerson['call']>[1], rest: { params?: object; body?: unknown }) =>
      team.owner.call('main', api, { ...rest, params: { project_id: project, ...rest.params } });
    await call(contributorsApi.operations.shareProject, { body: { users: [{ user_id: ana.email, user_role: 1 }] } });
    await script.call('main', 'POST', '/classes', {
      query: { project_id: project },
      body: {
        classes: ['Car', 'Tree'].map(name => ({
          name,
          color: '#112233',
          type: 1,
          attribute_groups:
            name === 'Car'
              ? [{ name: 'Color', group_type: 'radio', attributes: [{ name: 'Black' }, { name: 'Red' }] }]
              : [],
        })),
      },
    });
    const names = ['a', 'b', 'c', 'd'];
    const { body: made } = await script.call<readonly { id: number; name: string }[]>(
      'main',
      'POST',
      '/image/ext-create',
      {
        body: {
          project_id: project,
          team_id: team.id,
          images: names.map(name => ({ name, path: `https://files.test/${name}` })),
          upload_state: 3,
          annotation_status: 1,
          meta: Object.fromEntries(names.map(name => [name, { width: 200, height: 300 }])),
        },
      },
    );
    const [a, b, c] = made.map(each => each.id);
    onlyTree = c!;
    for (const [id, instances] of [
      [a, [box('Car', 'Black'), box('Car', 'Red'), box('Tree')]],
      [b, [box('Car', 'Black')]],
      [c, [box('Tree')]],
    ] as const)
      await call(annotationDocumentApi.operations.saveAnnotation, {
        params: { item_id: id! },
        body: { op: crypto.randomUUID(), base: 0, data: { metadata: {}, instances } },
      });
    for (const [ids, change] of [
      [[a], { kind: 'status', value: 5 }],
      [[b], { kind: 'approval', value: 2 }],
      [[a, b], { kind: 'assign', value: ana.email }],
    ] as const)
      await call(itemChangeApi.operations.changeItems, { body: { selection: { item_ids: ids }, change } });
    const metadata = (path: string, body: unknown) =>
      script.call('explore', 'POST', `/api/v1/custom/metadata/${path}`, { query: { project_id: project }, body });
    await metadata('schema', { data: { city: { type: 'string' }, age: { type: 'number' } } });
    await metadata('item', { data: { a: { city: 'Bonn', age: 3 }, b: { city: 'Bonn' }, c: { city: 'Oslo' } } });
    await app.database
      .tenant(team.id)
      .transaction(trx =>
        sql`update items.item set size = case name when 'a' then 5000 when 'b' then 150000 when 'c' then 20000000 end where project_id = ${project}`.execute(
          trx,
        ),
      );
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  it('should count items, not objects, by the values of each facet', async () => {
    expect(await counts('class')).toEqual({ Car: 2, Tree: 2 });
    expect(await counts('attribute')).toEqual({ Black: 2, Red: 1 });
    expect(await counts('status')).toMatchObject({ Completed: 1 });
    expect(await counts('approval')).toEqual({ approved: 1, none: 3 });
    expect(await counts('assignee')).toEqual({ 'ana@x.io': 2, none: 2 });
    expect(await counts('size')).toEqual({ 'Under 100 kB': 1, '100 kB to 1 MB': 1, '10 MB and more': 1, none: 1 });
    expect(await facets('field')).toEqual([
      expect.objectContaining({
        name: 'city',
        values: [
          { value: 'Bonn', count: 2 },
          { value: 'Oslo', count: 1 },
        ],
      }),
      expect.objectContaining({ name: 'age', values: [{ value: '3', count: 1 }] }),
    ]);
  });

  it('should count a facet without its own conditions, and the others with them', async () => {
    const query = 'instance(className = Tree) AND custom.city = Oslo';
    expect(await counts('class', query)).toEqual({ Tree: 1 });
    expect(await counts('field', query)).toEqual({ Oslo: 1, Bonn: 1 });
    expect(await counts('assignee', query)).toEqual({ none: 1 });
    expect((await facets('class', 'instance(className = Ghost)'))[0]!.values).toContainEqual({
      value: 'Ghost',
      count: 0,
    });
  });

  it('should find as many items as a facet counts when its value is chosen', async () => {
    for (const each of ['class', 'attribute', 'approval', 'assignee', 'size', 'field', 'status'] as const)
      await expectFound(each, project);
  });

  it('should find the objects of as many items as the query leaves', async () => {
    const count = async (query: string): Promise<unknown> =>
      (
        await team.owner.call('explore', searchApi.operations.countInstances, {
          query: { project_id: project },
          body: { query },
        })
      ).body;
    expect(await count('')).toMatchObject({ count: 5 });
    expect(await count('ORDER BY name LIMIT 1')).toMatchObject({ count: 3 });
    expect(await count('instance(className = Car) ORDER BY name LIMIT 1')).toMatchObject({ count: 2 });
  });

  it('should translate questions with the names of the project', async () => {
    const ask = async (question: string): Promise<unknown> =>
      (
        await team.owner.call('explore', searchApi.operations.ask, {
          query: { project_id: project },
          body: { question },
        })
      ).body;
    expect(await ask('completed images with a black car assigned to ana@x.io')).toEqual({
      understood: true,
      query:
        'metadata(status = Completed) AND instance(className = Car AND attributes.name = Black) AND assignment(email = ana@x.io)',
      message: null,
      unknown: [],
    });
    expect(await ask('images with a unicorn')).toMatchObject({ understood: false, unknown: ['unicorn'] });
  });

  it('should refuse people without Explore and queries that cannot be read', async () => {
    const ask = (person: TestPerson, query: string) =>
      person.call('explore', searchApi.operations.countFacets, {
        query: { project_id: project },
        body: { query, kind: 'status' },
      });
    expect(await ask(ana, '')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await ask(team.owner, 'clas = ')).toMatchObject({ status: 400, body: { code: 'QUERY_SYNTAX' } });
  });

  it('should count no classes of items that were deleted', async () => {
    await team.owner.call('main', itemChangeApi.operations.changeItems, {
      params: { project_id: project },
      body: { selection: { item_ids: [onlyTree] }, change: { kind: 'delete' } },
    });
    expect(await counts('class')).toEqual({ Car: 2, Tree: 1 });
  });

  describe('quality of pictures', () => {
    let photos: number;
    /** The near duplicate of another picture. */
    let again: number;
    const quality = async (query = ''): Promise<unknown> =>
      Object.fromEntries(
        (await facets('quality', query, team.owner, photos)).map(({ name, values }) => [
          name,
          Object.fromEntries(values.map(each => [each.value ?? 'not measured', each.count])),
        ]),
      );

    beforeAll(async () => {
      photos = (await team.owner.request<{ id: number }>('POST', '/project', { body: { name: 'Photos', type: 1 } }))
        .body.id;
      const add = async (name: string, background: string, shapes: string): Promise<number> =>
        addPicture(team.owner, photos, name, await picture(background, shapes));
      await add('sharp', '#707070', lines('#000', 10, 20, 30, 40));
      again = await add('sharp again', '#747474', lines('#000', 10, 20, 30, 40));
      await add('blurred', '#777', fade('#707070', '#808080'));
      await add('night', '#111', fade('#202020', '#000'));
      await add('snow', '#fff', lines('#808080', 60, 90));
      await bareItems(app, team, photos, ['without a file']);
    });

    it('should count pictures by what is measured of them', async () => {
      expect(await quality()).toEqual({
        Sharpness: { Blurred: 2, Sharp: 3, 'not measured': 1 },
        Exposure: { Dark: 1, Normal: 3, Overexposed: 1, 'not measured': 1 },
        Contrast: { Low: 2, Normal: 3, 'not measured': 1 },
        'Near duplicates': { 'With duplicates': 2, 'Without duplicates': 4 },
      });
      await expectFound('quality', photos);
    });

    it('should count each measure without its own conditions, and with those on others', async () => {
      expect(await quality('file(sharpness < 50) AND file(brightness < 15)')).toEqual({
        Sharpness: { Blurred: 1 },
        Exposure: { Dark: 1, Normal: 1 },
        Contrast: { Low: 1 },
        'Near duplicates': { 'Without duplicates': 1 },
      });
      expect(await quality('file(contrast IS EMPTY)')).toMatchObject({
        Sharpness: { 'not measured': 1 },
        Contrast: { Low: 2, Normal: 3, 'not measured': 1 },
      });
    });

    it('should have nothing to count where no picture is measured', async () =>
      expect(await facets('quality')).toEqual([]));

    it('should count neither pictures that were deleted nor their duplicates', async () => {
      await team.owner.call('main', itemChangeApi.operations.changeItems, {
        params: { project_id: photos },
        body: { selection: { item_ids: [again] }, change: { kind: 'delete' } },
      });
      expect(await quality()).toMatchObject({ Sharpness: { Blurred: 2, Sharp: 2, 'not measured': 1 } });
      expect(await quality()).toHaveProperty(['Near duplicates'], { 'Without duplicates': 5 });
    });
  });
});
