import { afterAll, beforeAll } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { definePlugin } from '#core/kernel/common/index.ts';
import { BlobsToken, defineServerHalf } from '#core/kernel/server/index.ts';
import type { Item } from '#plugins/workspace/items/common/index.ts';
import type { UploadedFile } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { DATABASE_TIMEOUT_MS } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { Answer, TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

const storageManifest = definePlugin({ id: 'test-storage', title: 'Storage of a test', requires: ['items'] });

const stored = new Map<string, UploadedFile>();

/** Answers for keys as object storage does, and refuses integrations above 900. */
const storage = defineServerHalf(storageManifest, {
  activate({ get, tap }) {
    const hooks = get(ItemsHooks);
    tap(hooks.resolvingUpload, async (_, known, _project, keys) => {
      const found = new Map(known);
      for (const key of keys)
        if (key.startsWith('photo')) found.set(key, stored.get(key) ?? (await put(get(BlobsToken), key)));
      return found;
    });
    tap(hooks.addressing, (_, own, item) => own ?? `https://bucket.test/${item.url ?? ''}`);
  },
});

async function put(
  blobs: { put(source: Readable): Promise<{ hash: string; size: number }> },
  key: string,
): Promise<UploadedFile> {
  const bytes = await sharp({
    create: { width: 40, height: 30, channels: 3, background: { r: key.length, g: 2, b: 3 } },
  })
    .png()
    .toBuffer();
  const { hash, size } = await blobs.put(Readable.from([bytes]));
  const file = { hash, size, mime: 'image/png' };
  stored.set(key, file);
  return file;
}

/** Makes items in the root of one project by the calls of a script. */
export function writtenItems(kind: DatabaseKind) {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let project: number;
  let root: number;
  let count = 0;

  const fresh = async (type = 1): Promise<void> => {
    project = await scriptProject(script, `Items ${(count += 1)}`, type);
    root = (
      await script.call<{ id: number }>('main', 'GET', '/folder/getFolderByName', {
        query: { project_id: project, name: 'root' },
      })
    ).body.id;
  };
  const create = <T = Item[]>(images: unknown, more: object = {}): Promise<Answer<T>> =>
    script.call<T>('main', 'POST', '/image/ext-create', {
      body: { project_id: project, folder_id: root, team_id: team.id, upload_state: 3, images, meta: {}, ...more },
    });
  const search = async (): Promise<Item[]> =>
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
        context: { project_id: project, folder_id: root },
      })
    ).body.data;
  const attach = (...names: string[]): Promise<Answer<Item[]>> =>
    create(names.map(name => ({ name, path: `https://files.test/${name}` })));

  beforeAll(async () => {
    stored.clear();
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'workflow'], halves: [storage] });
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

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
    get root() {
      return root;
    },
    fresh,
    create,
    search,
    attach,
  };
}

export type WrittenItems = ReturnType<typeof writtenItems>;
