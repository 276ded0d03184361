import { describe, expect, it } from 'vitest';
import { eachDatabase } from '../../support/database.ts';
import { scriptClient } from '../../support/script-client.ts';
import type { Answer } from '../../support/test-app.ts';
import { integrationCalls } from './integration-calls.support.ts';
import { integrationItemTests } from './integration-items.support.ts';
import { integrationStorageTests } from './integration-storage.support.ts';

eachDatabase(kind => {
  const calls = integrationCalls(kind);
  const { project, list, disk, name, create } = calls;

  describe('GET /integrations', () => {
    it('lists them with source, bucket name, creator and times that are never null', async () => {
      const made = await disk();
      const found = (await list()).find(each => each['id'] === made.id);
      expect(found).toMatchObject({
        id: made.id,
        name: made.name,
        source: 4,
        bucket_name: calls.folder,
        creator_id: calls.team.owner.email,
        createdAt: expect.stringMatching(/Z$/) as string,
        updatedAt: expect.stringMatching(/Z$/) as string,
      });
    });

    it('is for who may use integrations, in the team or in one of its projects', async () => {
      const place = await project();
      const boss = await calls.team.join(`boss.${calls.kind}@north.test`);
      expect((await boss.request('GET', '/integrations')).status).toBe(403);
      await calls.team.owner.request('POST', `/api/v1/project/${place.id}/share/bulk`, {
        body: { users: [{ user_id: boss.email, user_role: 3 }] },
      });
      expect((await boss.request('GET', '/integrations')).status).toBe(403);
      const members = (
        await calls.team.owner.request<{ data: { id: number; email: string }[] }>(
          'GET',
          `/api/v1/project/${place.id}/contributors`,
        )
      ).body.data;
      const { id } = members.find(each => each.email === boss.email)!;
      const granted = await calls.team.owner.request('PUT', `/api/v1/project/${place.id}/contributors/${id}`, {
        body: { permissions: [31] },
      });
      expect(granted.status).toBe(200);
      expect((await boss.request('GET', '/integrations')).status).toBe(200);
    });
  });

  describe('an integration', () => {
    const s3 = {
      type: 7,
      root: 'bucket',
      config: { endpoint: 'https://store.test', access_key_id: 'AKID', region: 'eu-west-1' },
      secrets: { secret_access_key: 'hunter2-hunter2' },
    };

    it('never reveals its secret, neither by the API nor in the database', async () => {
      const { status, body } = await create<Record<string, unknown>>({ name: name(), ...s3 });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        type: 7,
        bucket_name: 'bucket',
        has_secret: true,
        config: { endpoint: 'https://store.test', access_key_id: 'AKID', region: 'eu-west-1', prefix: '' },
      });
      const texts = [
        body,
        await list(),
        (await calls.script.call('main', 'GET', `/integrations/${String(body['id'])}`)).body,
      ];
      const rows = await calls.app.database
        .system<{ 'integrations.integration': { id: number; secrets: string } }>('look for a secret')
        .transaction(trx => trx.selectFrom('integrations.integration').selectAll().execute());
      expect(JSON.stringify([texts, rows])).not.toContain('hunter2');
      expect(rows.find(each => each.id === body['id'])?.secrets).toMatch(/^v1\./);
    });

    it('can be changed, but a new address or access key needs the secret again', async () => {
      const { body } = await create({ name: name(), ...s3 });
      const change = (more: object): Promise<Answer> =>
        calls.script.call('main', 'PUT', `/integrations/${body.id}`, { body: more });
      expect((await change({ name: 'Renamed' })).body).toMatchObject({
        name: 'Renamed',
        config: { access_key_id: 'AKID' },
      });
      expect((await change({ config: { prefix: 'a/' } })).body).toMatchObject({
        config: { endpoint: 'https://store.test', prefix: 'a/' },
      });
      expect(await change({ config: { endpoint: 'https://thief.test' } })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('secrets') as string },
      });
      expect(
        (await change({ config: { endpoint: 'https://other.test' }, secrets: { secret_access_key: 'new' } })).body,
      ).toMatchObject({ config: { endpoint: 'https://other.test' } });
      expect((await change({ type: 1 })).status).toBe(400);
    });

    it('has a name of its own in the team, in any case', async () => {
      const made = await disk();
      expect(await create({ name: made.name.toUpperCase(), type: 4 })).toMatchObject({
        status: 409,
        body: { error: 'An integration with this name already exists.', code: 'NAME_EXISTS' },
      });
      expect(
        (await calls.script.call('main', 'GET', '/integrations/nameExists', { query: { name: made.name } })).body,
      ).toEqual({ exists: true, valid: true });
      expect((await create({ name: 'x'.repeat(121), type: 4 })).status).toBe(400);
      expect((await create({ name: ' ', type: 4 })).status).toBe(400);
    });

    it.each([
      ['an unknown type', { type: 99 }],
      ['no key of Google', { type: 'GCP' }],
      ['no account of Azure', { type: 3 }],
      ['no workspace of Databricks', { type: 'databricks' }],
      ['no account of Snowflake', { type: 6 }],
      ['an unknown field', { type: 4, config: { secret: 'x' } }],
      ['no bucket', { ...s3, root: undefined }],
      ['a path as bucket', { ...s3, root: 'a/../b' }],
      ['no secret', { ...s3, secrets: undefined }],
      ['another protocol', { ...s3, config: { ...s3.config, endpoint: 'file:///etc' } }],
      ['a prefix with a slash before', { ...s3, config: { ...s3.config, prefix: '/x' } }],
      ['a wrong secret field', { ...s3, secrets: { password: 'hunter2' } }],
    ])('with %s is refused, and its values are not repeated', async (_, draft) => {
      const answer = await create<{ error: string }>({ name: name(), ...draft });
      expect(answer.status).toBe(400);
      expect(answer.body.error).not.toContain('hunter2');
    });

    it('can be deleted, and is then nobody’s', async () => {
      const made = await disk();
      expect((await calls.script.call('main', 'DELETE', `/integrations/${made.id}`)).body).toEqual({ success: true });
      expect((await list()).some(each => each['id'] === made.id)).toBe(false);
      for (const [method, path] of [
        ['GET', `/integrations/${made.id}`],
        ['DELETE', `/integrations/${made.id}`],
        ['POST', `/integrations/${made.id}/check`],
      ] as const)
        expect((await calls.script.call('main', method, path)).status).toBe(404);
    });

    it('is made by admins only, and unknown to other teams', async () => {
      const made = await disk();
      const contributor = await calls.team.join(`con.${calls.kind}@north.test`);
      expect((await contributor.request('POST', '/integrations', { body: { name: name(), type: 4 } })).status).toBe(
        403,
      );
      expect((await contributor.request('GET', `/integrations/${made.id}`)).status).toBe(403);
      const other = await scriptClient(calls.app, await calls.app.team(`South${(calls.count += 1)}`));
      expect((await other.call('main', 'GET', `/integrations/${made.id}`)).status).toBe(404);
      expect((await other.call<{ integrations: unknown[] }>('main', 'GET', '/integrations')).body.integrations).toEqual(
        [],
      );
    });

    it('has rules for its config as JSON Schema for each type', async () => {
      const { body } = await calls.script.call<Record<string, { config: { properties: object } }>>(
        'main',
        'GET',
        '/integrations/rules',
      );
      expect(Object.keys(body).sort()).toEqual([
        'aws',
        'azure',
        'custom',
        'databricks',
        'gcp',
        's3compatible',
        'snowflake',
        'webdav',
      ]);
      expect(Object.keys(body['s3compatible']!.config.properties)).toContain('endpoint');
    });
  });

  integrationItemTests(calls);
  integrationStorageTests(calls);
});
