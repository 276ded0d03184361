import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { CopyProgress, Item } from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { Answer, TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface Opened {
  readonly document: {
    readonly instances: readonly { readonly id: string }[];
    readonly metadata: { readonly name: string };
  };
  readonly revision: number;
}

eachDatabase(kind => {
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

  describe('a copy', () => {
    it('carries annotation, status, priority, approval and category, but no pin; it is finished at the first poll', async () => {
      await places();
      await dress(await make(from, 'a.jpg', 'box'), from);
      expect(await copyOrMove(['a.jpg', 'unknown.jpg'])).toMatchObject({
        progress: 'finished',
        done: 1,
        skipped: 0,
        total: 1,
      });
      const [source, copy] = [await named(from, 'a.jpg'), await named(to, 'a.jpg')];
      expect(copy).toMatchObject({
        annotation_status: 3,
        approval_status: 2,
        entropy_value: 7.5,
        is_pinned: false,
        categories: [{ category_id: category, category_name: 'Shoes' }],
        path: source.path,
        meta: { width: 100, height: 80 },
      });
      expect(await document(copy)).toMatchObject({
        revision: 1,
        document: { instances: [{ id: 'box' }], metadata: { name: 'a.jpg' } },
      });
      expect(source, 'the source stays as it is').toMatchObject({ is_pinned: true, annotation_status: 3 });
      expect(await instances(source)).toEqual(['box']);
    });

    it('keeps the pin when the call asks for it', async () => {
      await places();
      await dress(await make(from, 'a.jpg'), from);
      await copyOrMove(['a.jpg'], { keep_pin_status: true });
      expect((await named(to, 'a.jpg')).is_pinned).toBe(true);
    });

    it('without annotations is a bare item in the start status', async () => {
      await places();
      await dress(await make(from, 'a.jpg', 'box'), from);
      await copyOrMove(['a.jpg'], { include_annotations: false });
      const copy = await named(to, 'a.jpg');
      expect(copy).toMatchObject({
        annotation_status: 1,
        approval_status: 0,
        entropy_value: null,
        is_pinned: false,
        categories: [],
        meta: { width: 100, height: 80 },
      });
      expect(await document(copy)).toMatchObject({ revision: 0, document: { instances: [] } });
    });

    it('leaves a name that is taken untouched when duplicates are skipped', async () => {
      await places();
      await dress(await make(from, 'a.jpg', 'new'), from);
      await make(to, 'a.jpg', 'old');
      const before = await named(to, 'a.jpg');
      expect(await copyOrMove(['a.jpg'])).toMatchObject({ progress: 'finished', done: 0, skipped: 1 });
      expect(await named(to, 'a.jpg')).toEqual(before);
      expect(await instances(before)).toEqual(['old']);
    });

    it('replaces all of a name that is taken: annotation, status, priority, approval and category', async () => {
      await places();
      await dress(await make(from, 'a.jpg', 'new'), from);
      const before = await make(to, 'a.jpg', 'old');
      await copyOrMove(['a.jpg'], { duplicate_behaviour: 'replace_all' });
      const after = await named(to, 'a.jpg');
      expect(after).toMatchObject({
        id: before.id,
        annotation_status: 3,
        approval_status: 2,
        entropy_value: 7.5,
        categories: [{ category_id: category }],
        path: `https://files.test/${from}/a.jpg`,
      });
      expect(await document(after)).toMatchObject({ revision: 2, document: { instances: [{ id: 'new' }] } });
      const versions = await team.owner.request<{ data: { revision: number }[] }>(
        'GET',
        `/api/v1/project/${project}/item/${after.id}/annotation/versions`,
      );
      expect(
        versions.body.data.map(each => each.revision),
        'what was there can be restored',
      ).toEqual([2, 1]);
    });

    it('replaces the annotation alone of a name that is taken; status and approval stay', async () => {
      await places();
      await dress(await make(from, 'a.jpg', 'new'), from);
      await make(to, 'a.jpg', 'old');
      await copyOrMove(['a.jpg'], { duplicate_behaviour: 'replace_annotation' });
      const after = await named(to, 'a.jpg');
      expect(after).toMatchObject({
        annotation_status: 2,
        approval_status: 0,
        entropy_value: null,
        categories: [],
        path: `https://files.test/${to}/a.jpg`,
      });
      expect(await instances(after)).toEqual(['new']);
    });

    it('of an item without annotation empties the one it replaces', async () => {
      await places();
      await make(from, 'a.jpg');
      await make(to, 'a.jpg', 'old');
      await copyOrMove(['a.jpg'], { duplicate_behaviour: 'replace_all' });
      expect(await instances(await named(to, 'a.jpg'))).toEqual([]);
    });

    it('into its own folder changes nothing, however duplicates are treated', async () => {
      await places();
      const made = await make(from, 'a.jpg', 'box');
      for (const operate_function of ['copy', 'move']) {
        expect(
          await copyOrMove(['a.jpg'], {
            destination_folder_id: from,
            duplicate_behaviour: 'replace_all',
            operate_function,
          }),
        ).toMatchObject({ done: 0, skipped: 1 });
      }
      expect((await named(from, 'a.jpg')).id).toBe(made.id);
    });
  });

  describe('a move', () => {
    it('takes the item itself along; without keep_pin_status it is not pinned any more', async () => {
      await places();
      const made = await make(from, 'a.jpg', 'box');
      await dress(made, from);
      await copyOrMove(['a.jpg'], { operate_function: 'move' });
      expect(await search(from)).toEqual([]);
      const after = await named(to, 'a.jpg');
      expect(after).toMatchObject({
        id: made.id,
        annotation_status: 3,
        approval_status: 2,
        entropy_value: 7.5,
        is_pinned: false,
        categories: [{ category_id: category }],
      });
      expect(await instances(after)).toEqual(['box']);
    });

    it('leaves the source where it is when the name is taken and duplicates are skipped', async () => {
      await places();
      const made = await make(from, 'a.jpg', 'new');
      await make(to, 'a.jpg', 'old');
      expect(await copyOrMove(['a.jpg'], { operate_function: 'move' })).toMatchObject({ done: 0, skipped: 1 });
      expect((await named(from, 'a.jpg')).id).toBe(made.id);
    });

    it.each([
      ['replace_all', 3],
      ['replace_annotation', 2],
    ] as const)('with %s removes the source', async (duplicate_behaviour, status) => {
      await places();
      await dress(await make(from, 'a.jpg', 'new'), from);
      await make(to, 'a.jpg', 'old');
      await copyOrMove(['a.jpg'], { operate_function: 'move', duplicate_behaviour });
      expect(await search(from)).toEqual([]);
      const after = await named(to, 'a.jpg');
      expect(after.annotation_status).toBe(status);
      expect(await instances(after)).toEqual(['new']);
    });
  });

  describe('many items', () => {
    const MANY = 2500;
    const fill = async (): Promise<void> => {
      await places();
      await app.database.tenant(team.id).transaction(async trx => {
        await sql`insert into items.item (team_id, project_id, folder_id, name, source, url) select ${team.id}::int, ${project}::int, ${from}::int, 'img_' || n, 2, 'https://x.test/' || n from generate_series(1, ${MANY}::int) n`.execute(
          trx,
        );
      });
    };

    it('are copied by a job that says how far it is', async () => {
      await fill();
      const first = await copyOrMove(undefined);
      expect(first).toMatchObject({ total: MANY, job_id: expect.any(String) });
      const { poll_id } = (
        await script.call<{ poll_id: number }>('main', 'POST', '/images/copy-move-images-folders', {
          query: { project_id: project },
          body: {
            is_folder_copy: true,
            source_folder_id: from,
            destination_folder_id: to,
            include_annotations: true,
            keep_pin_status: false,
            duplicate_behaviour: 'skip_duplicates',
            operate_function: 'copy',
          },
        })
      ).body;
      await expect
        .poll(
          async () =>
            (
              await script.call<CopyProgress>('main', 'GET', '/images/copy-image-progress', {
                query: { project_id: project, poll_id },
              })
            ).body,
          { timeout: 120_000, interval: 100 },
        )
        .toMatchObject({ progress: 'finished', state: 'COMPLETED', total: MANY });
      await expect.poll(async () => (await search(to)).length, { timeout: 120_000, interval: 100 }).toBe(2000);
      expect(
        (
          await script.call<{ byFolder: { folder_id: number; total: number }[] }>(
            'main',
            'GET',
            `/project/${project}/imageCounts`,
          )
        ).body.byFolder.find(each => each.folder_id === to)!.total,
      ).toBe(MANY);
    });

    it('stop being moved when it is canceled; what was moved stays', async () => {
      await fill();
      const { poll_id } = (
        await script.call<{ poll_id: number }>('main', 'POST', '/images/copy-move-images-folders', {
          query: { project_id: project },
          body: {
            is_folder_copy: true,
            source_folder_id: from,
            destination_folder_id: to,
            include_annotations: true,
            keep_pin_status: false,
            duplicate_behaviour: 'skip_duplicates',
            operate_function: 'move',
          },
        })
      ).body;
      expect(
        (
          await script.call('main', 'DELETE', '/images/copy-image-progress', {
            query: { project_id: project, poll_id },
          })
        ).status,
      ).toBe(200);
      const read = async (): Promise<CopyProgress> =>
        (
          await script.call<CopyProgress>('main', 'GET', '/images/copy-image-progress', {
            query: { project_id: project, poll_id },
          })
        ).body;
      await expect.poll(async () => (await read()).progress, { timeout: 120_000, interval: 100 }).toBe('finished');
      const { done } = await read();
      expect(done % 1000 === 0 || done === MANY).toBe(true);
      const { byFolder } = (
        await script.call<{ byFolder: { folder_id: number; total: number }[] }>(
          'main',
          'GET',
          `/project/${project}/imageCounts`,
        )
      ).body;
      expect(byFolder.find(each => each.folder_id === to)!.total).toBe(done);
      expect(byFolder.find(each => each.folder_id === from)!.total).toBe(MANY - done);
    });

    it('that do not fit into the folder are refused, and none is copied', async () => {
      await places();
      await make(from, 'a.jpg');
      await app.database.tenant(team.id).transaction(async trx => {
        await sql`insert into items.tally (team_id, project_id, folder_id, annotation_status, items) values (${team.id}, ${project}, ${to}, 2, 50000)`.execute(
          trx,
        );
      });
      const answer = await script.call('main', 'POST', '/images/copy-move-images-folders', {
        query: { project_id: project },
        body: {
          is_folder_copy: false,
          image_names: ['a.jpg'],
          source_folder_id: from,
          destination_folder_id: to,
          include_annotations: true,
          keep_pin_status: false,
          duplicate_behaviour: 'skip_duplicates',
          operate_function: 'copy',
        },
      });
      expect(answer).toMatchObject({ status: 422, body: { code: 'FOLDER_LIMIT' } });
      expect(await search(to)).toEqual([]);
      await app.database
        .tenant(team.id)
        .transaction(trx => sql`delete from items.tally where folder_id = ${to}`.execute(trx));
    });
  });

  describe('the older calls', () => {
    it('copy, and report their progress as three numbers', async () => {
      await places();
      await make(from, 'a.jpg');
      await make(from, 'b.jpg');
      await make(to, 'b.jpg');
      const { body } = await script.call<{ poll_id: number }>('main', 'POST', '/images/copy-image-or-folders', {
        query: { project_id: project },
        body: {
          is_folder_copy: false,
          image_names: ['a.jpg', 'b.jpg'],
          source_folder_id: from,
          destination_folder_id: to,
          include_annotations: true,
          keep_pin_status: false,
        },
      });
      expect(
        (
          await script.call('main', 'GET', '/images/copy-image-progress', {
            query: { project_id: project, poll_id: body.poll_id },
          })
        ).body,
      ).toEqual([1, 1, 2]);
    });

    it('move by name', async () => {
      await places();
      const made = await make(from, 'a.jpg');
      const { status } = await script.call('main', 'POST', '/image/move', {
        query: { project_id: project },
        body: { image_names: ['a.jpg'], source_folder_id: from, destination_folder_id: to },
      });
      expect([status, (await named(to, 'a.jpg')).id]).toEqual([200, made.id]);
    });
  });

  it('should refuse folders that are not there, and polls of nothing', async () => {
    const bad: Answer[] = [
      await script.call('main', 'POST', '/images/copy-move-images-folders', {
        query: { project_id: project },
        body: { image_names: ['a'], source_folder_id: 99_999_999, destination_folder_id: 99_999_999 },
      }),
      await script.call('main', 'GET', '/images/copy-image-progress', {
        query: { project_id: project, poll_id: 99_999_999 },
      }),
    ];
    expect(bad.map(each => each.status)).toEqual([404, 404]);
  });
});
