import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { SmtpServer } from '#tests/support/smtp-server.ts';
import { startSmtpServer } from '#tests/support/smtp-server.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { OrganizationStorage, SystemState } from '../common/api.ts';
import { systemApi } from '../common/api.ts';
import type { Engine } from '../common/engines-api.ts';
import { enginesApi } from '../common/engines-api.ts';

const { getSystem, measureStorage, testMail } = systemApi.operations;
const { listEngines } = enginesApi.operations;

eachDatabase(kind => {
  describe('the state of the installation', () => {
    let app: TestApp;
    let root: TestPerson;
    let team: TestTeam;
    let good: SmtpServer;
    beforeAll(async () => {
      good = await startSmtpServer();
      app = await openTestApp(kind, {
        plugins: ['teams', 'projects', 'items', 'system-health', 'automations', 'smart-tools', 'language-models'],
        jobs: false,
        settings: { mail: { smtpUrl: good.url, from: 'loupe@x.org' }, egressAllow: ['127.0.0.1'] },
      });
      root = (await app.team('Root', { superAdmin: true })).owner;
      team = await app.team('Alpha');
    }, DATABASE_TIMEOUT_MS);
    afterAll(async () => {
      await app.close();
      await good.close();
    });

    it('should name versions, the size of the database, and jobs by kind', async () => {
      const add = (state: string, error: string | null) =>
        app.database.tenant<never>(team.id).transaction(trx =>
          sql`insert into data.job (id, team_id, plugin, name, state, error, finished_at)
            values (gen_random_uuid(), ${team.id}, 'items', 'copy', ${state}, ${error}::jsonb, case when ${state} = 'FAILED' then now() end)`.execute(
            trx,
          ),
        );
      await add('NOT_STARTED', null);
      await add('FAILED', '{"code":"TIMEOUT","message":"late"}');
      await add('FAILED', '{"code":"CANCELED","message":"stopped"}');
      const { status, body } = await root.call<SystemState>('main', getSystem);
      expect(status).toBe(200);
      expect(body).toMatchObject({ node: process.versions.node, database: { kind }, mail: 'smtp' });
      const { rows } = await app.database
        .system('size')
        .transaction(trx => sql<{ size: string }>`select pg_database_size(current_database()) as size`.execute(trx));
      expect(body.database.bytes / Number(rows[0]!.size)).toBeCloseTo(1, 1);
      expect(body.queues).toMatchObject([{ plugin: 'items', waiting: 1, running: 0, failed: 1 }]);
      expect(body.queues[0]!.oldestWaiting).not.toBeNull();
    });

    it('should count a file that two items of an organization share once', async () => {
      const project = await team.owner.request<{ id: number }>('POST', '/project', {
        body: { name: 'Photos', type: 1 },
      });
      const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
      for (const name of ['a.png', 'b.png'])
        await team.owner.request('PUT', `/api/v1/project/${project.body.id}/upload?name=${name}`, { bytes: png });
      const answer = await root.call<{ data: OrganizationStorage[] }>('main', measureStorage);
      expect(answer.body.data).toMatchObject([
        { organization_id: team.organizationId, items: 2, files: 1, bytes: png.length },
        { items: 0, files: 0, bytes: 0 },
      ]);
    });

    it('should answer a mail test with the words of the mail server', async () => {
      const sent = await root.call('main', testMail, { body: { to: 'ana@x.org' } });
      expect(sent.body).toMatchObject({ sent: true, answer: expect.stringMatching(/^250/) as string });
      expect(good.mails[0]!.to).toEqual(['ana@x.org']);
    });

    it('should list runners, models and providers with their queues, and none of their keys', async () => {
      await app.database.tenant<never>(team.id).transaction(trx =>
        sql`with credential as (
            insert into language_models.credential (team_id, name, provider, base_url, organization, sealed_key, creator_email)
            values (${team.id}, 'Key', 'openai', 'https://api.openai.com/v1', '', 'sealed', 'a@x.org') returning id),
          model as (
            insert into language_models.model (team_id, credential_id, name, settings, limited, creator_email)
            select ${team.id}, id, 'Small', '{}', false, 'a@x.org' from credential returning id)
          insert into language_models.run (team_id, kind, target, model_id, email, state, error)
          select ${team.id}, 'try', 'x', id, 'a@x.org', state, 'a secret' from model, unnest(array['done', 'failed']) as state`.execute(
          trx,
        ),
      );
      const { body } = await root.call<{ isolation: string; data: Engine[] }>('main', listEngines);
      expect(['full', 'reduced']).toContain(body.isolation);
      const named = (name: string): Engine | undefined => body.data.find(each => each.name === name);
      expect(named('TypeScript')).toMatchObject({ kind: 'code', state: 'ready' });
      expect(named('Pipelines')).toMatchObject({ waiting: 0, running: 0, failed: 0 });
      expect(body.data.filter(each => each.purpose === 'Outlines objects')).toHaveLength(2);
      expect(named('OpenAI')).toMatchObject({ kind: 'provider', state: 'failing', failed: 1, running: 0 });
      expect(JSON.stringify(body)).not.toMatch(/sealed|secret/);
    });

    it('should be for super-admins only', async () => {
      for (const each of [getSystem, measureStorage, listEngines])
        expect((await team.owner.call('main', each)).status).toBe(403);
      expect((await team.owner.call('main', testMail, { body: { to: 'ana@x.org' } })).status).toBe(403);
      expect(good.mails).toHaveLength(1);
    });
  });
});
