import { afterAll, beforeAll, expect, it } from 'vitest';
import { CallLimits } from '#core/kernel/server/index.ts';
import { anyDatabase } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let team: TestTeam;

beforeAll(async () => {
  // A rate that does not fill a bucket again while the test runs.
  app = await openTestApp(anyDatabase(), {
    plugins: [],
    jobs: false,
    settings: { limits: new CallLimits({ perSecond: 0.001, burst: 10 }) },
  });
  team = await app.team('North');
}, 120_000);
afterAll(() => app?.close());

it('should count browser sessions, SDK tokens and addresses each by themselves, and say when to come again', async () => {
  const token = await app.app.services.sdkTokens.generate(team.id, team.owner.row.id);
  const script = () => app.request('GET', '/teams', { headers: { authorization: token, authtype: 'sdk' } });
  for (let call = 0; call < 10; call++) expect((await script()).status).toBe(200);
  const refused = await script();
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await team.owner.request('GET', '/teams')).status).toBe(200);
  expect((await app.request('GET', `/api/v1/invitations/${'x'.repeat(30)}`)).status).toBe(404);
});

it('should count the address of who calls with a credential that is none', async () => {
  const answers: number[] = [];
  for (let call = 0; call < 12; call++)
    answers.push(
      (await app.request('GET', '/teams', { headers: { authorization: `none=${team.id}`, authtype: 'sdk' } })).status,
    );
  expect([answers[0], answers.at(-1)]).toEqual([401, 429]);
});
