import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin } from '#core/kernel/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { anyDatabase, DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

let seeded: (filled: { readonly team: string; readonly by: string }) => void = () => undefined;
const samples = defineServerHalf(definePlugin({ id: 'samples', title: 'Samples' }), {
  activate({ tap, hooks }) {
    tap(hooks.seeding, async context => seeded({ team: context.team.name, by: context.user.email }));
  },
});

let app: TestApp;
let team: TestTeam;

beforeAll(async () => {
  app = await openTestApp(anyDatabase(), { plugins: ['teams'], halves: [samples] });
  team = await app.team('Alpha');
}, DATABASE_TIMEOUT_MS);
afterAll(() => app?.close());

it('should fill a new team with sample projects when its creator asks for them', async () => {
  const filled = new Promise<unknown>(resolve => void (seeded = resolve));
  expect(
    (await team.owner.request('POST', '/team', { body: { name: 'Beta', type: 1, create_example_projects: true } }))
      .status,
  ).toBe(201);
  expect(await filled).toEqual({ team: 'Beta', by: team.owner.email });
});

it('should leave a new team empty otherwise', async () => {
  const filled: unknown[] = [];
  seeded = each => filled.push(each);
  expect((await team.owner.request('POST', '/team', { body: { name: 'Gamma' } })).status).toBe(201);
  const jobs = await app.database
    .system<{ 'data.job': { name: string; state: string } }>('jobs of the test')
    .transaction(trx => trx.selectFrom('data.job').select('name').execute());
  expect([jobs.filter(each => each.name === 'examples').length, filled]).toEqual([1, []]);
});
