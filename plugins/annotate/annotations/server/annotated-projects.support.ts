import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import type { CopyOrMoveReport, ItemChangeView, ListedItem } from '#plugins/workspace/items/common/index.ts';
import { copyOrMoveApi, itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const { bringItems, previewBringing } = copyOrMoveApi.operations;

const { getItemChange, undoItemChange } = itemChangeApi.operations;

interface Instance {
  readonly id: string;
  readonly classId: number;
  readonly className?: string;
  readonly creationType?: string;
  readonly attributes: readonly {
    readonly id?: number;
    readonly groupId: number;
    readonly name?: string;
    readonly groupName: string;
  }[];
}

interface Opened {
  readonly revision: number;
  readonly document: {
    readonly mask?: string;
    readonly instances: readonly Instance[];
    readonly metadata: { readonly projectId: number; readonly lastAction: { readonly email: string } };
  };
}

type Class = {
  readonly id: number;
  readonly name: string;
  readonly attribute_groups: readonly {
    readonly id: number;
    readonly name: string;
    readonly attributes: readonly { readonly id: number; readonly name: string }[];
  }[];
};

/** Makes two projects with classes and annotated items for each test, and copies or moves between them. */
export function annotatedProjects(kind: DatabaseKind) {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let from: number;
  let to: number;
  let there: number;
  let made: readonly Class[];

  const project = async (type = 1): Promise<number> =>
    (await owner.request<{ id: number }>('POST', '/project', { body: { name: `Photos ${crypto.randomUUID()}`, type } }))
      .body.id;
  const folder = async (projectId: number, name: string): Promise<number> =>
    (await owner.request<{ id: number }>('POST', `/folder?project_id=${projectId}`, { body: { name } })).body.id;
  const addClasses = async (projectId: number, list: readonly object[]): Promise<readonly Class[]> => {
    const { status, body } = await owner.request<Class[]>('POST', `/classes?project_id=${projectId}`, {
      body: { classes: list },
    });
    expect(status).toBe(200);
    return body;
  };
  const classes = async (projectId: number): Promise<readonly Class[]> =>
    (await owner.request<{ data: Class[] }>('GET', `/classes?project_id=${projectId}`)).body.data;
  const attach = async (
    names: readonly string[],
    projectId = from,
    folderId?: number,
  ): Promise<readonly { id: number; name: string }[]> =>
    (
      await owner.request<{ id: number; name: string }[]>('POST', '/image/ext-create', {
        body: {
          project_id: projectId,
          ...(folderId === undefined ? {} : { folder_id: folderId }),
          upload_state: 3,
          images: names.map(name => ({ name, path: `https://files.test/${name}` })),
          meta: Object.fromEntries(names.map(name => [name, { width: 100, height: 80 }])),
        },
      })
    ).body;
  const box = (id: string, classId: number, attributes: readonly object[] = []): object => ({
    id,
    type: 'bbox',
    classId,
    attributes,
    probability: 100,
    points: { x1: 1, y1: 1, x2: 9, y2: 8 },
    createdBy: { email: 'ana@north.test', role: 'Annotator' },
    creationType: 'Manual',
  });
  const annotate = async (
    item: number,
    instances: readonly object[],
    more: object = {},
    projectId = from,
    base = 0,
  ): Promise<void> => {
    const { status, body } = await owner.request('PUT', `/api/v1/project/${projectId}/item/${item}/annotation`, {
      body: {
        op: crypto.randomUUID(),
        base,
        data: { metadata: { name: 'a' }, instances, tags: [], comments: [], ...more },
      },
    });
    expect([status, status === 200 ? '' : JSON.stringify(body)]).toEqual([200, '']);
  };
  const annotation = async (projectId: number, item: number): Promise<Opened> =>
    (await owner.request<Opened>('GET', `/api/v1/project/${projectId}/item/${item}/annotation`)).body;
  const list = async (projectId: number, query = ''): Promise<readonly ListedItem[]> =>
    (
      await owner.request<{ data: ListedItem[] }>(
        'GET',
        `/api/v1/project/${projectId}/items?limit=500&sort=name&${query}`,
      )
    ).body.data;
  const named = async (projectId: number, name: string): Promise<ListedItem> =>
    (await list(projectId)).find(each => each.name === name)!;
  const copyOrMove = (
    more: object = {},
    selection: object = { filter: {} },
    who = owner,
  ): Promise<Answer<ItemChangeView & { code: string; message: string; error: string }>> =>
    who.call('main', bringItems, {
      params: { project_id: from },
      body: { selection, folder_id: there, to_project_id: to, operation: 'copy', ...more },
    });
  const preview = (
    more: object = {},
    who = owner,
  ): Promise<Answer<CopyOrMoveReport & { code: string; error: string }>> =>
    who.call('main', previewBringing, {
      params: { project_id: from },
      body: { selection: { filter: {} }, folder_id: there, to_project_id: to, ...more },
    });
  const undo = (change: number): Promise<Answer<ItemChangeView>> =>
    owner.call('main', undoItemChange, { params: { project_id: from, change_id: change }, body: {} });
  const ended = async (id: number): Promise<ItemChangeView> => {
    const look = async (): Promise<ItemChangeView> =>
      (await owner.call<ItemChangeView>('main', getItemChange, { params: { project_id: from, change_id: id } })).body;
    await expect.poll(async () => (await look()).state, { timeout: 120_000, interval: 50 }).not.toBe('running');
    return look();
  };
  const car = {
    name: 'Car',
    color: '#aa0000',
    type: 1,
    attribute_groups: [
      { name: 'Colour', group_type: 'radio', attributes: [{ name: 'red' }, { name: 'blue' }] },
      { name: 'Plate', group_type: 'text', attributes: [] },
    ],
  };

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [
        'teams',
        'projects',
        'items',
        'workflow',
        'classes',
        'categories',
        'item-fields',
        'skeletons',
        'editor',
        'editor-vector',
        'annotation-api',
        'form',
        'explore',
      ],
    });
    team = await app.team('North');
    ({ owner } = team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);
  beforeEach(async () => {
    [from, to] = [await project(), await project()];
    there = await folder(to, 'Night');
    made = await addClasses(from, [car, { name: 'Tree', color: '#00aa00', type: 1, attribute_groups: [] }]);
  }, DATABASE_TIMEOUT_MS);

  const carOf = (list: readonly Class[]): Class => list.find(each => each.name === 'Car')!;
  const red = (of: Class): object => ({
    id: of.attribute_groups[0]!.attributes[0]!.id,
    groupId: of.attribute_groups[0]!.id,
    name: 'red',
    groupName: 'Colour',
  });

  return {
    get app() {
      return app;
    },
    get team() {
      return team;
    },
    get owner() {
      return owner;
    },
    get from() {
      return from;
    },
    get to() {
      return to;
    },
    set to(value) {
      to = value;
    },
    get there() {
      return there;
    },
    set there(value) {
      there = value;
    },
    get made() {
      return made;
    },
    project,
    folder,
    addClasses,
    classes,
    attach,
    box,
    annotate,
    annotation,
    list,
    named,
    copyOrMove,
    preview,
    undo,
    ended,
    car,
    carOf,
    red,
  };
}

export type AnnotatedProjects = ReturnType<typeof annotatedProjects>;
