import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyServerHalf } from '#core/kernel/server/index.ts';
import { eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import greeting from './index.ts';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: [], halves: [greeting as unknown as AnyServerHalf] });
    team = await app.team('North');
  });
  afterAll(() => app?.close());

  it('should greet the caller by name and team', async () => {
    expect((await team.owner.request('GET', '/api/v1/greeting')).body).toEqual({
      text: 'Hello Olive, this is North team.',
    });
  });

  it('should greet nobody who is not signed in', async () => {
    expect((await app.request('GET', '/api/v1/greeting')).status).toBe(401);
  });
});
