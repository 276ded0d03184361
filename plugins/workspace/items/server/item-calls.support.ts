import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import type { BulkResult } from '#core/api/common/index.ts';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import type { ListedItem } from '../common/item.ts';

interface Listed {
  readonly data: ListedItem[];
  readonly count: number;
}

type UploadAnswer = Answer<{ status: string; item: ListedItem; code: string; error: string }>;

export const picture = (
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'tiff' | 'webp' = 'png',
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 90 } } })
    .toFormat(format)
    .toBuffer();

/** Uploads and lists items in projects of one team. */
export function itemCalls(kind: DatabaseKind) {
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

  return {
    kind,
    get app() {
      return app;
    },
    get team() {
      return team;
    },
    get owner() {
      return owner;
    },
    get project() {
      return project;
    },
    newProject,
    upload,
    list,
    bulk,
  };
}

export type ItemCalls = ReturnType<typeof itemCalls>;
