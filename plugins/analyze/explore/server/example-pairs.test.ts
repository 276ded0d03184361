import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { annotationDocumentApi } from '#plugins/annotate/annotations/common/index.ts';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import type { ScriptClient } from '#tests/support/script-client.ts';
import { scriptClient, scriptProject } from '#tests/support/script-client.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { searchApi } from '../common/search-api.ts';

interface Row {
  readonly id: number;
  readonly name: string;
}

const box = (className: string, x: number, size: number, more: object = {}): object => ({
  type: 'bbox',
  className,
  points: { x1: x, y1: 10, x2: x + size, y2: 10 + size },
  attributes: [],
  creationType: 'Manual',
  ...more,
});
const black = { attributes: [{ groupName: 'Color', name: 'Black' }] };

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  const projects: Record<string, number> = {};
  const items = new Map<string, number>();
  const of = (name: string): number => items.get(name)!;

  const call = <T>(
    person: TestPerson,
    api: Parameters<TestPerson['call']>[1],
    project: number,
    rest: { params?: object; query?: object; body?: unknown },
  ) => person.call<T>('main', api, { ...rest, params: { project_id: project, ...rest.params } });
  const attach = async (project: number, names: readonly string[], folder?: number): Promise<void> => {
    const { body } = await script.call<Row[]>('main', 'POST', '/image/ext-create', {
      body: {
        project_id: project,
        team_id: team.id,
        ...(folder === undefined ? {} : { folder_id: folder }),
        images: names.map(name => ({ name, path: `https://files.test/${name}` })),
        upload_state: 3,
        annotation_status: 1,
        meta: Object.fromEntries(names.map(name => [name, { width: 200, height: 300 }])),
      },
    });
    for (const each of body) items.set(each.name, each.id);
  };
  const upload = async (project: number, name: string, document: object): Promise<void> => {
    const answer = await script.call('assets', 'PUT', `/api/v4/items/${of(name)}/annotations/upload`, {
      query: { project_id: project, overwrite: true },
      body: { metadata: { name, width: 200, height: 300 }, ...document },
    });
    if (answer.status >= 300) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
  };
  const save = async (person: TestPerson, project: number, name: string, document: object): Promise<void> => {
    const answer = await call(person, annotationDocumentApi.operations.saveAnnotation, project, {
      params: { item_id: of(name) },
      body: { op: crypto.randomUUID(), base: 0, data: { metadata: { name, width: 200, height: 300 }, ...document } },
    });
    if (answer.status >= 300) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
  };
  const status = (project: number, name: string, to: number) =>
    call(team.owner, itemChangeApi.operations.changeItems, project, {
      body: { selection: { item_ids: [of(name)] }, change: { kind: 'status', value: to } },
    });
  const found = async (project: number, query: string, person: TestPerson = team.owner): Promise<string[]> => {
    const { status: code, body } = await person.call<readonly Row[]>('explore', searchApi.operations.search, {
      query: { project_id: project },
      body: { query },
    });
    if (code !== 200) throw new Error(`${query}: ${JSON.stringify(body)}`);
    const count = await person.call<{ count: number }>('explore', searchApi.operations.count, {
      query: { project_id: project },
      body: { query },
    });
    expect(count.body.count, `count of ${query}`).toBe(body.length);
    return body.map(each => each.name).toSorted();
  };

  beforeAll(async () => {
    app = await openTestApp(kind);
    team = await app.team('North');
    script = await scriptClient(app, team);
    const ana = await team.join('ana@x.io');
    const quinn = await team.join('quinn@x.io');
    for (const [name, type] of [
      ['image', 1],
      ['text', 4],
      ['form', 8],
    ] as const)
      projects[name] = await scriptProject(script, `Pairs ${name}`, type);
    const image = projects['image']!;
    await call(team.owner, contributorsApi.operations.shareProject, image, {
      body: {
        users: [
          { user_id: ana.email, user_role: 1 },
          { user_id: quinn.email, user_role: 2 },
        ],
      },
    });
    const classes = ['Car', 'Pedestrian', 'Number plate'].map(name => ({
      name,
      color: '#112233',
      type: 1,
      attribute_groups:
        name === 'Car'
          ? [{ name: 'Color', group_type: 'radio', attributes: [{ name: 'Black' }, { name: 'Red' }] }]
          : [],
    }));
    await script.call('main', 'POST', '/classes', { query: { project_id: image }, body: { classes } });
    await script.call('main', 'POST', '/classes', {
      query: { project_id: projects['text']! },
      body: { classes: [{ name: 'Complaint', color: '#112233', type: 2, attribute_groups: [] }] },
    });
    const night = (
      await script.call<Row>('main', 'POST', '/folder', { query: { project_id: image }, body: { name: 'Night' } })
    ).body.id;

    await attach(image, [
      'cars.png',
      'plate.png',
      'walkers.png',
      'empty.png',
      'done.png',
      'back.png',
      'outside.png',
      'talked.png',
    ]);
    await attach(image, ['dark.png'], night);
    await save(team.owner, image, 'cars.png', {
      instances: [1, 2, 3, 4].map(each =>
        box('Car', each * 20, 15, {
          ...black,
          createdBy: { email: 'ana@x.io' },
          createdAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
        }),
      ),
    });
    await save(team.owner, image, 'plate.png', { instances: [box('Car', 10, 80), box('Number plate', 20, 5)] });
    await upload(image, 'walkers.png', {
      instances: [{ type: 'polygon', className: 'Pedestrian', points: [10, 10, 50, 10, 50, 60], attributes: [] }],
    });
    await save(team.owner, image, 'outside.png', { instances: [box('Pedestrian', 150, 90, { error: true })] });
    await save(team.owner, image, 'talked.png', {
      comments: [{ x: 1, y: 1, resolved: false, correspondence: [{ text: 'very Blurry here', email: 'quinn@x.io' }] }],
    });
    await status(image, 'done.png', 5);
    for (const to of [4, 2, 4, 2, 4]) await status(image, 'back.png', to);
    await status(image, 'dark.png', 3);
    await status(image, 'plate.png', 2);
    await status(image, 'cars.png', 6);
    await call(team.owner, itemChangeApi.operations.changeItems, image, {
      body: { selection: { item_ids: [of('plate.png')] }, change: { kind: 'approval', value: 1 } },
    });
    await call(team.owner, itemChangeApi.operations.changeItems, image, {
      body: { selection: { item_ids: [of('empty.png')] }, change: { kind: 'pin', value: true } },
    });
    await call(team.owner, itemChangeApi.operations.changeItems, image, {
      body: {
        selection: { item_ids: [of('empty.png'), of('cars.png')] },
        change: { kind: 'assign', value: ana.email },
      },
    });
    await call(team.owner, itemChangeApi.operations.changeItems, image, {
      body: { selection: { item_ids: [of('dark.png')] }, change: { kind: 'assign', value: quinn.email } },
    });
    await app.database.tenant(team.id).transaction(async trx => {
      await sql`update projects.contributor set paused = true where email = 'quinn@x.io'`.execute(trx);
      await sql`update explore.history set at = now() - interval '1 day' where item_id = ${of('done.png')}`.execute(
        trx,
      );
      await sql`update items.item set entropy_value = case when name = 'dark.png' then 90 when name = 'empty.png' then 95 else 10 end where project_id = ${image}`.execute(
        trx,
      );
    });
    const metadata = (path: string, body: unknown) =>
      script.call('explore', 'POST', `/api/v1/custom/metadata/${path}`, { query: { project_id: image }, body });
    await metadata('schema', { data: { patient_age: { type: 'number' } } });
    await metadata('item', { data: { 'done.png': { patient_age: 61 }, 'empty.png': { patient_age: 60 } } });
    const [subset] = (
      await script.call<Row[]>('explore', 'POST', '/api/v1/subsets', {
        query: { project_id: image },
        body: { names: ['Train'] },
      })
    ).body;
    await script.call('explore', 'POST', '/api/v1/subsets/change', {
      query: { project_id: image, subset_id: subset!.id },
      body: { action: 'ATTACH', item_ids: [of('done.png')] },
    });

    await attach(projects['text']!, ['angry.txt', 'happy.txt']);
    await upload(projects['text']!, 'angry.txt', {
      freeText: 'I want a Refund',
      instances: [{ type: 'tag', className: 'Complaint', attributes: [] }],
    });
    await upload(projects['text']!, 'happy.txt', { freeText: 'no refund needed', instances: [] });
    await attach(projects['form']!, ['low', 'low with reason', 'high']);
    const form = (rating: number, reason: string): object => ({
      data: {
        answer_rating: [{ value: rating, element_path: ['answer_rating'] }],
        reason: [{ value: reason, element_path: ['reason'] }],
      },
    });
    await upload(projects['form']!, 'low', form(2, ''));
    await upload(projects['form']!, 'low with reason', form(1, 'wrong'));
    await upload(projects['form']!, 'high', form(5, ''));
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  it('finds by how many there are, with the bound or without it', async () => {
    const shapes = {
      'back.png': 0,
      'cars.png': 4,
      'dark.png': 0,
      'done.png': 0,
      'empty.png': 0,
      'outside.png': 1,
      'plate.png': 2,
      'talked.png': 0,
      'walkers.png': 1,
    };
    const those = (holds: (count: number) => boolean): readonly string[] =>
      Object.entries(shapes)
        .filter(([, count]) => holds(count))
        .map(([name]) => name);
    for (const bound of [0, 1, 2]) {
      const wanted = {
        '=': those(each => each === bound),
        '!=': those(each => each !== bound),
        '<': those(each => each < bound),
        '<=': those(each => each <= bound),
        '>': those(each => each > bound),
        '>=': those(each => each >= bound),
      };
      const answers: [string, unknown][] = [];
      for (const sign of Object.keys(wanted))
        answers.push([sign, await found(projects['image']!, `instanceCount() ${sign} ${bound}`)]);
      expect(Object.fromEntries(answers), `against ${bound}`).toEqual(wanted);
    }
  });

  it.each<readonly [number, string, readonly string[]]>([
    [1, 'metadata(status = Completed)', ['done.png']],
    [2, 'metadata(status = QualityCheck) AND folder = Night', ['dark.png']],
    [3, 'metadata(status IN [Returned, Skipped])', ['back.png', 'cars.png']],
    [
      4,
      'metadata(status != Completed)',
      ['back.png', 'cars.png', 'dark.png', 'empty.png', 'outside.png', 'plate.png', 'talked.png', 'walkers.png'],
    ],
    [5, 'metadata(status = InProgress AND approvalStatus = false)', ['plate.png']],
    [6, 'comment(resolved = false)', ['talked.png']],
    [7, 'comment(text CONTAINS blurry)', ['talked.png']],
    [8, 'metadata(pinned = true)', ['empty.png']],
    [9, 'instanceCount() = 0', ['back.png', 'dark.png', 'done.png', 'empty.png', 'talked.png']],
    [10, 'instance(className = Car)', ['cars.png', 'plate.png']],
    [11, 'instance(type = polygon AND className IN [Car, Pedestrian])', ['walkers.png']],
    [12, 'instanceCount(className = Car AND attributes.name = Black) > 3', ['cars.png']],
    [13, 'instance(className = Car) AND instance.none(className = "Number plate")', ['cars.png']],
    [14, 'instance(type = bbox AND area < 100)', ['plate.png']],
    [15, 'instance(outOfBounds = true)', ['outside.png']],
    [16, 'instance(creationType = Preannotation AND updatedBy IS EMPTY)', ['walkers.png']],
    [17, 'instance(approval = disapproved)', ['outside.png']],
    [
      18,
      'instance(className = Car AND createdBy = ana@x.io AND createdAt BETWEEN daysAgo(7) AND today())',
      ['cars.png'],
    ],
    [
      19,
      'assignment.Annotator(email = none)',
      ['back.png', 'dark.png', 'done.png', 'outside.png', 'plate.png', 'talked.png', 'walkers.png'],
    ],
    [21, 'assignment(isPaused = true)', ['dark.png']],
    [22, 'metadata(priority > 80) ORDER BY metadata.priority DESC', ['dark.png', 'empty.png']],
    [23, 'metadata(status = Completed) RANDOM 200', ['done.png']],
    [24, 'historyCount(to = Returned) > 2', ['back.png']],
    [25, 'history(to = Completed AND at = daysAgo(1))', ['done.png']],
    [26, 'custom.patient_age > 60', ['done.png']],
  ])('pair %i: %s', async (_, query, names) => {
    expect(await found(projects['image']!, query)).toEqual(names);
  });

  it('pair 20: items assigned to me', async () => {
    await app.database
      .tenant(team.id)
      .transaction(trx =>
        sql`insert into items.assignment (team_id, project_id, item_id, email, user_role) values (${team.id}, ${projects['image']!}, ${of('done.png')}, ${team.owner.email}, 2)`.execute(
          trx,
        ),
      );
    expect(await found(projects['image']!, 'assignment(email = me())')).toEqual(['done.png']);
  });
  it('pair 27: texts containing a word with a label', async () =>
    expect(await found(projects['text']!, 'freeText CONTAINS refund AND tag(className = Complaint)')).toEqual([
      'angry.txt',
    ]));
  it('pair 28: forms by their components', async () =>
    expect(await found(projects['form']!, 'component.answer_rating < 3 AND component.reason IS EMPTY')).toEqual([
      'low',
    ]));
  it.each(['semantic("snow") AND file(orientation = portrait)'])(
    'pair 30 should say that search by words about pictures is not available: %s',
    async query => {
      const answer = await team.owner.call('explore', searchApi.operations.search, {
        query: { project_id: projects['image']! },
        body: { query },
      });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: 'QUERY_SYNTAX',
          error: expect.stringContaining('is not available'),
          details: { problems: [{ code: 'NOT_AVAILABLE' }] },
        },
      });
    },
  );

  it('distinguishes one instance with both from two instances with one each', async () => {
    expect(
      await found(projects['image']!, 'instance(className = Car) AND instance(className = "Number plate")'),
    ).toEqual(['plate.png']);
    expect(await found(projects['image']!, 'instance(className = Car AND className = "Number plate")')).toEqual([]);
  });
  it('distinguishes “not assigned to Ana” from “assigned to somebody else”', async () => {
    expect(await found(projects['image']!, 'NOT assignment(email = ana@x.io)')).not.toContain('cars.png');
    expect(await found(projects['image']!, 'assignment(email != ana@x.io)')).toContain('dark.png');
  });
  it('compares boxes of one item', async () => {
    expect(await found(projects['image']!, 'within({className = "Number plate"}, {className = Car})')).toEqual([
      'plate.png',
    ]);
    expect(await found(projects['image']!, 'overlaps({className = Car}, {className = "Number plate"}, 0.5)')).toEqual(
      [],
    );
    expect(await found(projects['image']!, 'overlaps({className = Car}, {className = "Number plate"})')).toEqual([
      'plate.png',
    ]);
  });
  it('finds by changes, files and every one of the instances', async () => {
    expect(await found(projects['image']!, 'changed(status, InProgress, Returned, daysAgo(2))')).toEqual(['back.png']);
    expect(
      await found(
        projects['image']!,
        'file(orientation = portrait AND extension = png) AND instance.all(className = Car)',
      ),
    ).toEqual(['cars.png']);
    expect(
      await found(projects['image']!, 'name MATCHES "^d[a-z]+\\\\.png$" ORDER BY instanceCount() DESC LIMIT 5'),
    ).toEqual(['dark.png', 'done.png']);
  });
  it('forgets instances with the annotations, and carries them along with copies', async () => {
    const image = projects['image']!;
    const [root, night] = ['root', 'Night'];
    const folders = (
      await script.call<{ data: readonly Row[] }>('main', 'GET', '/folders', { query: { project_id: image } })
    ).body.data;
    await script.call('main', 'POST', '/images/copy-image-or-folders', {
      query: { project_id: image },
      body: {
        is_pin: false,
        image_names: ['plate.png'],
        destination_folder_id: folders.find(each => each.name === night)!.id,
        source_folder_id: folders.find(each => each.name === root)!.id,
        include_annotations: true,
        keep_pin_status: true,
      },
    });
    expect(await found(image, 'instance(className = "Number plate")')).toHaveLength(2);
    for (const folder of folders) {
      const inside = await team.owner.call<readonly Row[]>('explore', searchApi.operations.search, {
        query: { project_id: image, folder_id: folder.id },
        body: { query: 'name = plate.png' },
      });
      expect(inside.body, folder.name).toMatchObject([{ folder_id: folder.id }]);
    }
    await script.call('main', 'POST', '/annotations/remove', {
      query: { project_id: image, folder_id: folders.find(each => each.name === root)!.id },
      body: { image_names: ['plate.png'] },
    });
    expect(await found(image, 'instance(className = "Number plate") AND folder = root')).toEqual([]);
  });
});
