import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;

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
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items'] });
    team = await app.team('Alpha');
    owner = team.owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close(), DATABASE_TIMEOUT_MS);

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
        message: expect.stringContaining('lie elsewhere') as string,
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
});
