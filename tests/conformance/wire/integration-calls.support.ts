import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { isFinished } from '#core/data/common/index.ts';
import { DATABASE_TIMEOUT_MS } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { Answer, TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

export interface Integration {
  readonly id: number;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

export interface ListedItem {
  readonly id: number;
  readonly name: string;
  readonly url: string | null;
  readonly source: number;
  readonly metadata: { readonly path: string };
}

/** Creates integrations and projects by the calls of a script. */
export function integrationCalls(kind: DatabaseKind) {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let folder: string;
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-storage-'));
    await mkdir(join(folder, 'photos/night'), { recursive: true });
    for (const [name, text] of [
      ['photos/b.jpg', 'bbbb'],
      ['photos/a.png', 'aaa'],
      ['photos/night/c.jpg', 'c'],
      ['photos/notes.txt', 'notes'],
      ['page.html', '<script>'],
    ] as const)
      await writeFile(join(folder, name), text);
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'integrations'],
      settings: { integrationFolders: [folder], egressAllow: ['127.0.0.1'] },
    });
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    await rm(folder, { recursive: true });
  }, DATABASE_TIMEOUT_MS);

  const name = (): string => `Storage ${(count += 1)}`;
  const create = <T = Integration>(body: object, as = script): Promise<Answer<T>> =>
    as.call<T>('main', 'POST', '/integrations', { body });
  const disk = async (): Promise<Integration> => (await create({ name: name(), type: 4, config: { folder } })).body;
  const list = async (): Promise<readonly Record<string, unknown>[]> =>
    (await script.call<{ integrations: Record<string, unknown>[] }>('main', 'GET', '/integrations')).body.integrations;
  const project = async (type = 1): Promise<{ id: number; root: number }> => {
    const id = await scriptProject(script, `Project ${(count += 1)}`, type);
    return {
      id,
      root: (
        await script.call<{ id: number }>('main', 'GET', '/folder/getFolderByName', {
          query: { project_id: id, name: 'root' },
        })
      ).body.id,
    };
  };
  const items = async (place: { id: number; root: number }): Promise<readonly ListedItem[]> =>
    (
      await script.call<{ data: ListedItem[] }>('items', 'POST', '/api/v1/items/search', {
        body: { query: { limit: 2000, offset: 0, search: {}, join: [{ field: 'metadata', select: ['path'] }] } },
        context: { project_id: place.id, folder_id: place.root },
      })
    ).body.data;
  const attach = (
    place: { id: number; root: number },
    integration_id: number,
    more: object = {},
  ): Promise<Answer<{ job_id: string }>> =>
    script.call('main', 'POST', '/image/integration/create', {
      body: { team_id: team.id, project_id: place.id, folder_id: place.root, integration_id, ...more },
    });
  const finished = async (jobId: string): Promise<{ state: string; result: unknown; error: unknown }> => {
    for (let waited = 0; waited < 400; waited++) {
      const job = await app.app.services.jobs.get(team.id, jobId);
      if (job !== undefined && isFinished(job.state)) return job as never;
      await pause(50);
    }
    throw new Error('the job did not end');
  };
  const asset = async (place: { id: number }, item: ListedItem): Promise<string> =>
    (await team.owner.request<{ original: string }>('GET', `/api/v1/project/${place.id}/item/${item.id}/asset`)).body
      .original;

  return {
    kind,
    get app() {
      return app;
    },
    get team() {
      return team;
    },
    get script() {
      return script;
    },
    get folder() {
      return folder;
    },
    get count() {
      return count;
    },
    set count(value) {
      count = value;
    },
    name,
    create,
    disk,
    list,
    project,
    items,
    attach,
    finished,
    asset,
  };
}

export type IntegrationCalls = ReturnType<typeof integrationCalls>;
