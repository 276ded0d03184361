import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import type { AttachPreview } from '../common/integration.ts';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let folder: string;
  let integration: number;

  const newProject = async (name: string): Promise<number> =>
    (await owner.request<{ id: number }>('POST', '/project', { body: { name, type: 1 } })).body.id;
  const preview = async (project: number, path = ''): Promise<AttachPreview> =>
    (
      await owner.request<AttachPreview>(
        'GET',
        `/api/v1/project/${project}/integrations/${integration}/preview?path=${path}`,
      )
    ).body;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-preview-'));
    await mkdir(join(folder, 'photos/night'), { recursive: true });
    for (const [name, text] of [
      ['photos/a.png', 'aaa'],
      ['photos/night/b.jpg', 'bb'],
      ['photos/notes.txt', 'n'],
      ['roof.png', 'r'],
    ] as const)
      await writeFile(join(folder, name), text);
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'integrations'],
      settings: { integrationFolders: [folder] },
    });
    team = await app.team('Alpha');
    owner = team.owner;
    integration = (
      await owner.request<{ id: number }>('POST', '/integrations', {
        body: { name: 'Archive', type: 4, config: { folder } },
      })
    ).body.id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }, DATABASE_TIMEOUT_MS);

  describe('attaching a folder of an integration', () => {
    it('should preview what would become of each file, and change nothing', async () => {
      const project = await newProject('Streets');
      expect(await preview(project)).toMatchObject({
        attached: 3,
        taken: 0,
        ignored: 1,
        over: 0,
        bytes: 6,
        message: null,
      });
      await owner.request('POST', '/image/ext-create', {
        body: {
          project_id: project,
          upload_state: 3,
          images: [{ name: 'night_b.jpg', path: 'https://example.org/b.jpg' }],
          meta: {},
        },
      });
      expect(await preview(project, 'photos')).toEqual({
        attached: 1,
        taken: 1,
        ignored: 1,
        over: 0,
        bytes: 3,
        message: null,
        kinds: expect.arrayContaining([
          { ending: 'txt', count: 1, taken_by_project: false },
          { ending: 'png', count: 1, taken_by_project: true },
        ]) as unknown,
      });
      expect((await owner.request<{ count: number }>('GET', `/api/v1/project/${project}/items`)).body.count).toBe(1);
    });

    it('should say why nothing can be attached to a project that keeps its files', async () => {
      const project = await newProject('Own files');
      await owner.request('PUT', `/api/v1/project/${project}/upload?name=a.png`, {
        bytes: await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      });
      expect(await preview(project)).toMatchObject({
        attached: 0,
        over: 3,
        message: expect.stringContaining('stores its files in Loupe') as string,
      });
    });

    it('should be for who may use integrations in the project, and show nothing outside of the storage', async () => {
      const project = await newProject('Shared');
      const anton = await team.join('anton@alpha.test');
      await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
        body: { users: [{ user_id: anton.email, user_role: 1 }] },
      });
      const ask = async (who: TestPerson, path: string): Promise<number> =>
        (await who.request('GET', `/api/v1/project/${project}/integrations/${integration}/files?path=${path}`)).status;
      expect([await ask(owner, 'photos'), await ask(anton, 'photos'), await ask(owner, '../..')]).toEqual([
        200, 403, 400,
      ]);
    });

    it('should name the projects that use it', async () => {
      const project = await newProject('Users');
      await owner.request('POST', '/image/ext-create', {
        body: {
          project_id: project,
          upload_state: 3,
          images: [{ name: 'x.png', path: 'roof.png', integration_id: integration }],
          meta: {},
        },
      });
      expect((await owner.request('GET', `/integrations/${integration}/usage`)).body).toEqual({
        projects: [{ id: project, name: 'Users', items: 1 }],
        items: 1,
      });
    });
  });
});
