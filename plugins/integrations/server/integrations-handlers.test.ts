import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { scriptClient } from '#tests/support/script-client.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

interface Listed { readonly integrations: readonly { readonly source: number; readonly type: number }[] }

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'integrations'], jobs: false });
    team = await app.team('North');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should tell S3-compatible storage to scripts as a source they know', async () => {
    const script = await scriptClient(app, team);
    const made = await team.owner.request('POST', '/integrations', { body: { name: 'Own', type: 7, root: 'bucket', config: { endpoint: 'https://s3.example.org', access_key_id: 'key' }, secrets: { secret_access_key: 'secret' } } });
    expect(made.status).toBe(201);
    expect((await script.call<Listed>('main', 'GET', '/integrations')).body.integrations).toMatchObject([{ source: 1, type: 7 }]);
    expect((await team.owner.request<Listed>('GET', '/integrations')).body.integrations).toMatchObject([{ source: 7, type: 7 }]);
  });
});
