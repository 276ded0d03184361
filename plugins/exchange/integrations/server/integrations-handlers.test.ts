import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceBase } from '#core/api/common/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { scriptClient } from '#tests/support/script-client.ts';
import type { Answer, TestApp, TestTeam } from '#tests/support/test-app.ts';
import { OPENED_FOLDER, openTestApp } from '#tests/support/test-app.ts';
import type { Integration } from '../common/integration.ts';
import { organizationIntegrationsApi } from '../common/organization-api.ts';

interface Listed {
  readonly integrations: readonly { readonly source: number; readonly type: number }[];
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'integrations'], jobs: false });
    team = await app.team('North');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should report S3-compatible storage to scripts as a source they know', async () => {
    const script = await scriptClient(app, team);
    const made = await team.owner.request('POST', '/integrations', {
      body: {
        name: 'Own',
        type: 7,
        root: 'bucket',
        config: { endpoint: 'https://s3.example.org', access_key_id: 'key' },
        secrets: { secret_access_key: 'secret' },
      },
    });
    expect(made.status).toBe(201);
    expect((await script.call<Listed>('main', 'GET', '/integrations')).body.integrations).toMatchObject([
      { source: 1, type: 7 },
    ]);
    expect((await team.owner.request<Listed>('GET', '/integrations')).body.integrations).toMatchObject([
      { source: 7, type: 7 },
    ]);
  });
  it('should connect a WebDAV folder, refuse an address with a name in it, and ask for the password at a new address', async () => {
    const body = {
      name: 'Cloud',
      type: 'webdav',
      config: { url: 'https://cloud.example.org/dav/my%20photos', username: 'ana' },
      secrets: { password: 'hunter2' },
    };
    const refused = await team.owner.request('POST', '/integrations', {
      body: { ...body, config: { ...body.config, url: 'https://ana:hunter2@cloud.example.org/' } },
    });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('config.url') as string } });
    const made = await team.owner.request<{ id: number }>('POST', '/integrations', { body });
    expect(made).toMatchObject({ status: 201, body: { type: 8, root: '/dav/my photos', has_secret: true } });
    const path = `/integrations/${made.body.id}`;
    for (const config of [{ url: 'https://elsewhere.example.org/' }, { username: 'eve' }])
      expect((await team.owner.request('PUT', path, { body: { config } })).status).toBe(400);
    expect((await team.owner.request('PUT', path, { body: { name: 'Cloud 2' } })).status).toBe(200);
    const script = await scriptClient(app, team);
    expect((await script.call<Listed>('main', 'GET', '/integrations')).body.integrations).toContainEqual(
      expect.objectContaining({ source: 4, type: 8 }),
    );
    expect((await team.owner.request('DELETE', path)).status).toBe(200);
  });
  it('should show those who may only use integrations the names and buckets, and no keys, addresses and folders', async () => {
    const ana = await team.join('ana@north.test');
    const params = {
      project_id: (await team.owner.request<{ id: number }>('POST', '/project', { body: { name: 'Cars', type: 1 } }))
        .body.id,
    };
    await team.owner.call('main', contributorsApi.operations.shareProject, {
      params,
      body: { users: [{ user_id: ana.email, user_role: 3 }] },
    });
    expect((await ana.request('GET', '/integrations')).status).toBe(403);
    const { body: people } = await team.owner.call<{ readonly data: readonly { readonly id: number }[] }>(
      'main',
      contributorsApi.operations.listContributors,
      { params },
    );
    await team.owner.call('main', contributorsApi.operations.updateContributor, {
      params: { ...params, contributor_id: people.data[0]!.id },
      body: { permissions: [31] },
    });
    const listed = (await ana.request<Listed>('GET', '/integrations')).body.integrations;
    expect(listed).toMatchObject([{ name: 'Own', root: 'bucket', config: {} }]);
    expect(JSON.stringify(listed)).not.toMatch(/s3\.example|access_key/);
    for (const [method, path] of [
      ['PUT', '/integrations/1'],
      ['DELETE', '/integrations/1'],
      ['POST', '/integrations'],
    ] as const)
      expect(
        (await ana.request(method, path, method === 'DELETE' ? {} : { body: { name: 'Mine', type: 4 } })).status,
      ).toBe(403);
  });

  it('should list the integrations of all teams to the owner of the organization, without their settings', async () => {
    const { listOrganizationIntegrations } = organizationIntegrationsApi.operations;
    const params = { organization_id: team.organizationId };
    const { body } = await team.owner.call<{ data: object[]; count: number }>('main', listOrganizationIntegrations, {
      params,
      query: { search: 'ow' },
    });
    expect(body).toMatchObject({ count: 1, data: [{ name: 'Own', type: 7, team: { id: team.id } }] });
    expect(JSON.stringify(body)).not.toMatch(/example\.org|secret/);
    const admin = await team.join('admin@north.test', 7);
    const other = await app.team('South');
    for (const by of [admin, other.owner])
      expect([403, 404]).toContain((await by.call('main', listOrganizationIntegrations, { params })).status);
  });

  it('should let other teams use an integration by its settings and secret, until the owner takes it away', async () => {
    const { listOrganizationIntegrations, assignIntegration } = organizationIntegrationsApi.operations;
    const { id: secondId } = (
      await team.owner.request<{ id: number }>('POST', '/team', {
        body: { name: 'Second', organization_id: team.organizationId },
      })
    ).body;
    const headers = { 'x-entity-context': btoa(JSON.stringify({ team_id: secondId })) };
    const inSecond = <T>(method: string, path: string, body?: object): Promise<Answer<T>> =>
      team.owner.request<T>(method, path, { headers, ...(body === undefined ? {} : { body }) });
    const foreign = await app.team('West');
    const made = await team.owner.request<Integration>('POST', '/integrations', {
      body: { name: 'Shared', type: 4, config: { folder: OPENED_FOLDER } },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const assign = (teamIds: readonly number[], by = team.owner): Promise<{ status: number; body: object }> =>
      by.call('main', assignIntegration, {
        params: { organization_id: team.organizationId, integration_id: made.body.id },
        body: { team_ids: teamIds },
      });
    const listed = async (): Promise<readonly Integration[]> =>
      (await inSecond<{ integrations: Integration[] }>('GET', '/integrations')).body.integrations;

    expect([403, 404]).toContain((await assign([foreign.id], foreign.owner)).status);
    expect(await assign([foreign.id])).toMatchObject({ status: 400 });
    for (const _ of [1, 2])
      expect(await assign([secondId])).toMatchObject({
        status: 200,
        body: { data: [{ id: secondId, assigned: true }] },
      });
    const [shared] = await listed();
    expect(shared).toMatchObject({ name: 'Shared', shared_by: 'North team', config: {}, teams: [team.id, secondId] });
    expect(shared!.id).not.toBe(made.body.id);
    const read = (): Promise<Answer<{ files: readonly { name: string }[] }>> =>
      inSecond('GET', `${serviceBase('storage')}/files?integration_id=${shared!.id}`);
    expect((await read()).body.files.map(each => each.name)).toContain('test-app.ts');
    for (const method of ['PUT', 'DELETE'])
      expect(
        await inSecond(method, `/integrations/${shared!.id}`, method === 'PUT' ? { name: 'Mine' } : undefined),
      ).toMatchObject({ status: 409, body: { code: 'INTEGRATION_SHARED' } });
    const all = await team.owner.call<{ data: object[] }>('main', listOrganizationIntegrations, {
      params: { organization_id: team.organizationId },
      query: { search: 'shared' },
    });
    expect(all.body.data).toMatchObject([{ id: made.body.id, shared_with: [{ id: secondId, name: 'Second' }] }]);

    expect(await assign([])).toMatchObject({ status: 200 });
    expect([await listed(), (await read()).status]).toEqual([[], 404]);
    expect(await assign([secondId])).toMatchObject({ status: 200 });
    expect(await listed()).toMatchObject([{ id: shared!.id }]);
    expect((await team.owner.request('DELETE', `/integrations/${made.body.id}`)).status).toBe(200);
    expect([await listed(), (await read()).status]).toEqual([[], 404]);
  });
});
