import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let folder: string;

  const newProject = async (name: string): Promise<number> =>
    (await owner.request<{ id: number }>('POST', '/project', { body: { name, type: 1 } })).body.id;
  const attach = (
    who: TestPerson,
    project: number,
    images: readonly object[],
  ): Promise<Answer<{ job_id: string; code: string; error: string }>> =>
    who.request('POST', `/api/v1/project/${project}/attach`, { body: { images } });
  const ended = async (id: string): Promise<{ state: string; result: unknown; text: string }> => {
    let job = { state: '', result: undefined as unknown, text: '' };
    await expect
      .poll(async () => (job = (await owner.request<typeof job>('GET', `/api/v1/jobs/${id}`)).body).state, {
        timeout: 120_000,
      })
      .toMatch(/COMPLETED|FAILED/);
    return job;
  };
  const lines = (from: number, to: number): { name: string; url: string }[] =>
    Array.from({ length: to - from }, (_, at) => ({
      name: `image ${from + at}.jpg`,
      url: `https://images.example.org/${from + at}.jpg`,
    }));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-manifest-'));
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items'],
      settings: { cacheFolder: folder, itemCeilings: { folder: 3000 } },
    });
    team = await app.team('Alpha');
    owner = team.owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }, DATABASE_TIMEOUT_MS);

  describe('a list of addresses', () => {
    it('should be attached by a job, and again skip the names that are taken', async () => {
      const project = await newProject('Streets');
      expect((await ended((await attach(owner, project, lines(0, 1200))).body.job_id)).result).toEqual({
        attached: 1200,
        skipped: 0,
      });
      expect((await ended((await attach(owner, project, lines(1100, 1300))).body.job_id)).result).toEqual({
        attached: 100,
        skipped: 100,
      });
      const { body } = await owner.request<{ count: number }>('GET', `/api/v1/project/${project}/items?limit=1`);
      expect(body.count).toBe(1300);
    });

    it('should be checked without changing anything: names that are taken, and no limit of uploads', async () => {
      const project = await newProject('Checked');
      await ended((await attach(owner, project, lines(0, 2))).body.job_id);
      const check = async (attached: boolean): Promise<object> =>
        (
          await owner.request('POST', `/api/v1/project/${project}/upload/check`, {
            body: { names: ['image 1.jpg', 'a:b.jpg'], attached },
          })
        ).body;
      expect(await check(true)).toMatchObject({ existing: ['image 1.jpg'], invalid: [], message: null });
      expect(await check(false)).toMatchObject({
        remaining: 0,
        message: expect.stringContaining('links to external files') as string,
      });
    });

    it('should be refused as a whole when a line is no address browsers open, a project keeps its own files, or the right is missing', async () => {
      const project = await newProject('Refused');
      const wrong = await attach(owner, project, [
        { name: 'a', url: 'https://e.org/a' },
        { name: 'b', url: 'javascript:alert(1)' },
      ]);
      expect([wrong.status, wrong.body.code, wrong.body.error]).toEqual([
        400,
        'INVALID_FIELD',
        expect.stringContaining('images.1.url'),
      ]);
      const anton = await team.join('anton@alpha.test');
      await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
        body: { users: [{ user_id: anton.email, user_role: 1 }] },
      });
      expect((await attach(anton, project, lines(0, 1))).status).toBe(403);
      const stranger = (await app.team('Beta')).owner;
      expect((await attach(stranger, project, lines(0, 1))).status).toBe(404);
      const own = await newProject('Own files');
      await owner.request('PUT', `/api/v1/project/${own}/upload?name=a.png`, {
        bytes: await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      });
      expect((await attach(owner, own, lines(0, 1))).body.code).toBe('UPLOAD_STATE');
    });
  });

  describe('a manifest of addresses', () => {
    const send = (who: TestPerson, project: number, name: string, text: string) => {
      const bytes = Buffer.from(text);
      const path = `/api/v1/project/${project}/uploads?name=${encodeURIComponent(name)}&unpack=addresses`;
      return who.request<{ job_id: string; code: string; error: string }>('POST', path, {
        bytes,
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(bytes.length),
          'content-type': 'application/offset+octet-stream',
        },
      });
    };

    it('should be read in parts into folders by a job, which reports the lines that can’t be attached', async () => {
      const project = await newProject('Long');
      const rows = Array.from({ length: 4500 }, (_, at) => `${at}.jpg,Part ${at % 2},https://e.org/${at}.jpg`);
      const text = ['name,folder,url', ...rows, 'x.jpg,part 1,ftp://e.org/x.jpg', rows[0]!].join('\n');
      const { body } = await send(owner, project, 'long.csv', text);
      const { result } = await ended(body.job_id);
      expect(result).toMatchObject({
        name: 'long.csv',
        created: 4500,
        skipped: 1,
        failed_count: 1,
        failed: [{ path: 'line 4501', message: expect.stringContaining('not with ftp') }],
      });
      const folders = await owner.request<{ data: readonly { name: string }[] }>(
        'GET',
        `/folders?project_id=${project}`,
      );
      expect(folders.body.data.map(each => each.name)).toEqual(expect.arrayContaining(['Part 0', 'Part 1']));
      expect(await readdir(join(folder, 'uploads'))).toEqual([]);
    });

    it('should keep what fits below the ceiling that the operator set, and say why it ended', async () => {
      const project = await newProject('Full');
      const text = Array.from({ length: 3500 }, (_, at) => `https://e.org/${at}.jpg`).join('\n');
      const { body } = await send(owner, project, 'full.txt', text);
      const job = await ended(body.job_id);
      expect(job).toMatchObject({ state: 'FAILED', error: { code: 'FOLDER_LIMIT' } });
      const { body: left } = await owner.request<{ count: number }>('GET', `/api/v1/project/${project}/items?limit=1`);
      expect(left.count).toBe(2000);
    });

    it('should be refused before its bytes travel when it is no manifest or the right is missing', async () => {
      const project = await newProject('Closed');
      expect(await send(owner, project, 'list.xlsx', 'x')).toMatchObject({ status: 415 });
      expect(await send(await team.join('mia@alpha.test'), project, 'list.csv', 'x')).toMatchObject({ status: 404 });
      const { body } = await send(owner, project, 'list.jsonl', '[{}]');
      expect(await ended(body.job_id)).toMatchObject({ state: 'FAILED', error: { code: 'MANIFEST_UNREADABLE' } });
    });
  });
});
