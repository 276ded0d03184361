import { afterAll, beforeAll, expect } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import type { CopyProgress, Item } from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface Opened {
  readonly document: {
    readonly instances: readonly { readonly id: string }[];
    readonly metadata: { readonly name: string };
  };
  readonly revision: number;
}

/** Makes annotated items in two folders, and copies or moves between them. */
export function copiedItems(kind: DatabaseKind) {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let project: number;
  let category: number;
  let from: number;
  let to: number;
  let count = 0;

  const folder = async (name: string): Promise<number> =>
    (await script.call<{ id: number }>('main', 'POST', '/folder', { query: { project_id: project }, body: { name } }))
      .body.id;
  const search = async (folderId: number): Promise<Item[]> =>
    (
      await script.call<{ data: Item[] }>('items', 'POST', '/api/v1/items/search', {
        body: {
          query: {
            limit: 2000,
            offset: 0,
            search: {},
            join: [{ field: 'metadata', select: ['path'] }, { field: 'assignments' }, { field: 'categories' }],
          },
        },
        context: { project_id: project, folder_id: folderId },
      })
    ).body.data;
  const named = async (folderId: number, name: string): Promise<Item> => {
    const { id } = (await search(folderId)).find(each => each.name === name)!;
    return (
      await script.call<Item>('items', 'GET', `/api/v1/items/${id}?join=assignments&join=categories`, {
        context: { project_id: project },
      })
    ).body;
  };
  const document = async (item: Item): Promise<Opened> =>
    (await team.owner.request<Opened>('GET', `/api/v1/project/${project}/item/${item.id}/annotation`)).body;
  const instances = async (item: Item): Promise<string[]> =>
    (await document(item)).document.instances.map(each => each.id);
  /** An item with an annotation of one box, or with none. */
  const make = async (folderId: number, name: string, box?: string): Promise<Item> => {
    const made = await script.call<Item[]>('main', 'POST', '/image/ext-create', {
      body: {
        project_id: project,
        folder_id: folderId,
        team_id: team.id,
        upload_state: 3,
        images: [{ name, path: `https://files.test/${folderId}/${name}` }],
        meta: { [name]: { width: 100, height: 80 } },
      },
    });
    const [item] = made.body;
    if (box !== undefined) {
      const author = { email: team.owner.email, role: 'Admin' };
      const data = {
        metadata: { name, width: 100, height: 80 },
        instances: [
          {
            id: box,
            type: 'bbox',
            classId: -1,
            attributes: [],
            probability: 100,
            points: { x1: 1, y1: 1, x2: 9, y2: 8 },
            createdBy: author,
            creationType: 'Manual',
          },
        ],
        tags: [],
        comments: [],
      };
      const saved = await team.owner.request('PUT', `/api/v1/project/${project}/item/${item!.id}/annotation`, {
        body: { op: crypto.randomUUID(), base: 0, data },
      });
      if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
    }
    return item!;
  };
  /** Gives an item everything that a copy may carry. */
  const dress = async (item: Item, folderId: number): Promise<void> => {
    const query = { project_id: project, folder_id: folderId };
    await script.call('main', 'PUT', '/image/updateAnnotationStatusBulk', {
      query,
      body: { folder_id: folderId, annotation_status: 3, image_names: [item.name] },
    });
    await script.call('main', 'POST', '/items/bulk/change', {
      query,
      body: { item_names: [item.name], change_actions: { APPROVAL_STATUS: 2 } },
    });
    await script.call('main', 'POST', '/images/updateEntropy', {
      query,
      body: { image_entropies: [{ name: item.name, entropy_value: 7.5 }] },
    });
    await script.call('main', 'POST', '/items/bulk/setcategory', {
      query,
      body: { bulk: [{ item_id: item.id, categories: [category] }] },
    });
    await script.call('main', 'PUT', `/image/${item.id}`, { query, body: { ...item, is_pinned: 1 } });
  };
  const copyOrMove = async (image_names: string[] | undefined, more: object = {}): Promise<CopyProgress> => {
    const { status, body } = await script.call<{ poll_id: number }>(
      'main',
      'POST',
      '/images/copy-move-images-folders',
      {
        query: { project_id: project },
        body: {
          is_folder_copy: image_names === undefined,
          ...(image_names === undefined ? {} : { image_names }),
          source_folder_id: from,
          destination_folder_id: to,
          include_annotations: true,
          keep_pin_status: false,
          duplicate_behaviour: 'skip_duplicates',
          operate_function: 'copy',
          ...more,
        },
      },
    );
    expect([status, body]).toEqual([200, { poll_id: expect.any(Number) }]);
    return (
      await script.call<CopyProgress>('main', 'GET', '/images/copy-image-progress', {
        query: { project_id: project, poll_id: body.poll_id },
      })
    ).body;
  };

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [
        'teams',
        'projects',
        'items',
        'workflow',
        'classes',
        'editor',
        'skeletons',
        'editor-vector',
        'categories',
      ],
    });
    team = await app.team('North');
    script = await scriptClient(app, team);
    project = await scriptProject(script, 'Copies');
    await script.call('main', 'PUT', `/project/${project}/settings`, {
      body: { settings: [{ attribute: 'CategorizeItems', value: 1 }] },
    });
    category = (
      await script.call<{ data: { id: number }[] }>('work-management', 'POST', '/api/v1/categories/bulk', {
        query: { project_id: project },
        body: { bulk: [{ name: 'Shoes' }] },
      })
    ).body.data[0]!.id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const places = async (): Promise<void> => {
    from = await folder(`from ${(count += 1)}`);
    to = await folder(`to ${count}`);
  };

  return {
    get app() {
      return app;
    },
    get team() {
      return team;
    },
    get script() {
      return script;
    },
    get project() {
      return project;
    },
    get category() {
      return category;
    },
    get from() {
      return from;
    },
    get to() {
      return to;
    },
    search,
    named,
    document,
    instances,
    make,
    dress,
    copyOrMove,
    places,
  };
}

export type CopiedItems = ReturnType<typeof copiedItems>;
