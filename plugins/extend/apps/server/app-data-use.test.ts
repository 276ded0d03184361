import { expect, it, beforeAll, afterAll } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { customAppsApi } from '../common/api.ts';
import type { AppView } from '../common/app.ts';

const { operations: own } = customAppsApi;

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  beforeAll(async () => {
    app = await openTestApp(kind, { jobs: false });
    team = await app.team('North');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should show those who manage apps how many bytes an app keeps, and for which items', async () => {
    const { owner } = team;
    const project = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Cars', type: 1 } })).body
      .id;
    const [one, two] = (
      await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
        body: { project_id: project, upload_state: 3, images: [{ name: 'one' }, { name: 'two' }], meta: {} },
      })
    ).body;
    const files = {
      'main.tsx': '',
      'loupe-app.json': JSON.stringify({
        name: 'Keeper',
        sdk: '1.1',
        entry: 'main.tsx',
        mounts: [],
        capabilities: ['storage'],
      }),
    };
    const { id: app_id } = (
      await owner.call<AppView>('main', own.createApp, { params: { team_id: team.id }, body: { files } })
    ).body;
    const params = { team_id: team.id, app_id };
    const use = async (): Promise<unknown> => (await owner.call('main', own.appDataUse, { params })).body;
    expect(await use()).toEqual({
      team: { bytes: 0, limit: 5 * 1024 * 1024 },
      items: { count: 0, bytes: 0, limit: 65_536 },
      largest: [],
    });
    await owner.call('main', own.putAppData, { params, body: { value: 'ü' } });
    await owner.call('main', own.putItemData, { params: { ...params, item_id: one!.id }, body: { value: 1 } });
    await owner.call('main', own.putItemData, { params: { ...params, item_id: two!.id }, body: { value: [1, 2] } });
    expect(await use()).toMatchObject({
      team: { bytes: 4 },
      items: { count: 2, bytes: 6 },
      largest: [
        { item_id: two!.id, project_id: project, name: 'two', project: 'Cars', bytes: 5 },
        { item_id: one!.id, bytes: 1 },
      ],
    });
    const ben = await team.join('ben@north.test');
    expect((await ben.call('main', own.appDataUse, { params })).status).toBe(403);
    const stranger = await app.team('South');
    expect(
      (await stranger.owner.call('main', own.appDataUse, { params: { team_id: stranger.id, app_id } })).status,
    ).toBe(404);
  });
});
