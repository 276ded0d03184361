import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'profile'], jobs: false });
    team = await app.team('North');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const transfer = (email: string): Promise<{ status: number; body: Record<string, unknown> }> =>
    team.owner.request('POST', `/api/v1/teams/${team.id}/transfer`, { body: { email } });

  it('should leave a person whose account is closed no team', async () => {
    const kim = await team.join('kim@x.org');
    expect((await kim.request('POST', '/requestDelete', { body: { password: 'correct horse' } })).body).toEqual({
      success: true,
      blockedBy: [],
    });
    expect(await transfer(kim.email)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', error: expect.stringContaining('closed') },
    });
  });

  it('should either close the account or hand the team on, when both are asked at once', async () => {
    const lee = await team.join('lee@x.org');
    const [closed, handed] = await Promise.all([
      lee.request<{ success: boolean }>('POST', '/requestDelete', { body: { password: 'correct horse' } }),
      transfer(lee.email),
    ]);
    expect(closed.body.success).toBe(handed.status !== 200);
  });
});
