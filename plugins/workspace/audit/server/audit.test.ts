import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainCheck } from '#core/audit/server/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { AuditCheck, AuditEntryView } from '../common/api.ts';
import { auditApi } from '../common/api.ts';

const { listAudit, exportAudit, verifyAudit, listInstallationAudit, listTeamAudit } = auditApi.operations;

interface Listed {
  readonly data: readonly AuditEntryView[];
  readonly count: number;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let other: TestTeam;
  let admin: TestPerson;
  let ana: TestPerson;
  let operator: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'administration', 'audit', 'projects', 'access-tokens'],
      jobs: false,
    });
    team = await app.team('Alpha');
    other = await app.team('Beta');
    operator = (await app.team('Operator', { superAdmin: true })).owner;
    admin = await team.join('adam@alpha.test', 7);
    ana = await team.join('ana@alpha.test');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  const params = (): object => ({ organization_id: team.organizationId });
  const list = async (query: object = {}, by = team.owner): Promise<Listed> =>
    (await by.call<Listed>('main', listAudit, { params: params(), query })).body;
  const verify = async (by = team.owner): Promise<AuditCheck> =>
    (await by.call<AuditCheck>('main', verifyAudit, { params: params() })).body;
  const rename = (by: TestPerson, description: string): Promise<Answer> =>
    by.request('PUT', `/team/${team.id}`, { body: { description } });
  const invite = (email: string): Promise<Answer> =>
    admin.request('POST', `/api/v1/team/${team.id}/inviteUsers`, { body: { emails: [email], team_role: 4 } });
  describe('what is recorded', () => {
    it('should be every change, with who made it, from where and what it named', async () => {
      await admin.request('POST', '/project', {
        body: { team_id: team.id, name: 'Streets', description: '', type: 1 },
      });
      expect((await list({ action: 'projects.createProject' })).data).toMatchObject([
        {
          by: admin.email,
          team: team.id,
          credential: 'session',
          address: '127.0.0.1',
          outcome: 'done',
          details: { name: 'Streets', type: 1 },
        },
      ]);
    });

    it('should be one entry for a change, also where code says more of it than its call', async () => {
      await invite('new@alpha.test');
      const { data } = await list({ search: 'new@alpha.test' });
      expect(data).toMatchObject([{ action: 'member.invited', by: admin.email, details: { role: 4 } }]);
      expect((await list({ action: 'teams.inviteMembers' })).count).toBe(0);
    });

    it('should be no call that changed nothing or failed', async () => {
      const before = (await list()).count;
      await admin.request('GET', '/users');
      await admin.request('POST', '/project', {
        body: { team_id: team.id, name: 'Streets', description: '', type: 1 },
      });
      expect((await list()).count).toBe(before);
    });

    it('should be calls that were refused for a right', async () => {
      expect((await rename(ana, 'mine')).status).toBe(403);
      await app.app.services.auditLog.settled();
      expect((await list({ outcome: 'denied', email: ana.email })).data).toMatchObject([
        { action: 'teams.updateTeam', details: { access: 'UpdateTeam' } },
      ]);
    });

    it('should be sign-ins in the organizations of the person, and failed ones, without the password', async () => {
      const signIn = (password: string): Promise<Answer> =>
        app.request('POST', '/services/auth/sign-in', {
          body: { email: ana.email, password },
          headers: { 'x-requested-with': 'loupe-auth' },
        });
      expect((await signIn('correct horse')).status).toBe(200);
      expect((await signIn('wrong horse')).status).toBe(401);
      await app.app.services.auditLog.settled();
      const { data } = await list({ action: 'core.signIn' });
      expect(data.map(each => [each.by, each.outcome])).toEqual([
        [ana.email, 'failed'],
        [ana.email, 'done'],
      ]);
      expect(JSON.stringify(data)).not.toContain('horse');
    });

    it('should hold no token that a call made', async () => {
      const { body } = await admin.request<{ token: string }>('POST', `/api/v1/teams/${team.id}/access-tokens`, {
        body: { kind: 'personal', name: 'Nightly', scopes: ['members'] },
      });
      await app.request('PUT', `/team/${team.id}`, {
        headers: { authorization: `Bearer ${body.token}` },
        body: { description: 'by a script' },
      });
      const { data } = await list();
      expect(data.slice(0, 2)).toMatchObject([
        { action: 'team.changed', credential: 'sdk', by: admin.email },
        { action: 'accessToken.created', details: { name: 'Nightly' } },
      ]);
      expect(JSON.stringify(data)).not.toContain(body.token.slice(6, 30));
    });

    it('should be the reading of all organizations by the operator', async () => {
      await operator.request('GET', '/super-admin/organizations');
      const { body } = await operator.call<Listed>('main', listInstallationAudit, {
        query: { email: operator.email, action: 'administration.' },
      });
      expect(body.data[0]).toMatchObject({ action: 'administration.listOrganizations', outcome: 'done' });
    });
  });

  describe('who reads it', () => {
    it('should be the owner of the organization and the operator, nobody else', async () => {
      const asked = (by: TestPerson): Promise<Answer> => by.call('main', listAudit, { params: params() });
      expect((await asked(team.owner)).status).toBe(200);
      expect((await asked(operator)).status).toBe(200);
      expect((await asked(admin)).status).toBe(403);
      expect((await asked(other.owner)).status).toBe(404);
      expect((await team.owner.call('main', listInstallationAudit)).status).toBe(403);
    });

    it('should be admins for their own team', async () => {
      const asked = (by: TestPerson): Promise<Answer<Listed>> =>
        by.call<Listed>('main', listTeamAudit, { params: { team_id: team.id } });
      const { body } = await asked(admin);
      expect(body.count).toBeGreaterThan(3);
      expect(body.data.every(each => each.team === team.id)).toBe(true);
      expect((await asked(ana)).status).toBe(403);
    });
  });

  it('should be exported as CSV that no spreadsheet runs, and as JSON lines', async () => {
    await rename(team.owner, '=HYPERLINK("http://evil.test")');
    await app.app.services.auditChain.seal();
    const csv = await team.owner.call('main', exportAudit, { params: params(), query: { format: 'csv' } });
    const lines = csv.raw.toString().trim().split('\r\n');
    expect(lines[0]).toMatch(/^number,at,organization_id,team,by,/);
    expect(lines.length).toBe((await list()).count + 1);
    expect(csv.raw.toString()).not.toMatch(/,=/);
    const json = await team.owner.call('main', exportAudit, {
      params: params(),
      query: { format: 'jsonl', action: 'projects.' },
    });
    const rows = json.raw
      .toString()
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { readonly action: string });
    expect(rows.map(each => each.action)).toEqual(['projects.createProject']);
  });

  describe('the chain', () => {
    it('should number the entries of each organization without a gap', async () => {
      await app.app.services.auditChain.seal();
      const numbers = (await list()).data.map(each => each.number).toReversed();
      expect(numbers).toEqual(numbers.map((_, place) => place + 1));
      expect(await verify()).toEqual({ entries: numbers.length, problems: [] });
    });

    it('should seal entries of many calls at once exactly once', async () => {
      const before = (await list()).count;
      await Promise.all([
        ...Array.from({ length: 20 }, (_, place) => rename(team.owner, `text ${place}`)),
        ...Array.from({ length: 5 }, () => app.app.services.auditChain.seal()),
      ]);
      expect(await verify()).toEqual({ entries: before + 20, problems: [] });
    });

    it('should refuse changes of entries by the database itself', async () => {
      const attempt = app.database
        .system('test')
        .transaction(trx => sql`update audit.entry set email = 'nobody@alpha.test'`.execute(trx));
      await expect(attempt).rejects.toThrow(/not changed/);
      const own = app.database.tenant(team.id).transaction(trx => sql`delete from audit.entry`.execute(trx));
      await expect(own).rejects.toThrow(/permission denied/);
    });

    /** Runs a statement as an attacker with the database would, checks the log, and takes the statement back. */
    async function afterTampering(tampering: ReturnType<typeof sql>): Promise<readonly ChainCheck[]> {
      const { auditChain } = app.app.services;
      await auditChain.seal();
      let found: readonly ChainCheck[] = [];
      await app.database
        .system('test')
        .transaction(async trx => {
          await sql`reset role`.execute(trx);
          await sql`alter table audit.entry disable trigger keep`.execute(trx);
          await sql`set local role loupe_system`.execute(trx);
          await tampering.execute(trx);
          found = await auditChain.verify(team.organizationId);
          throw new Error('taken back');
        })
        .catch((error: unknown) => expect(String(error)).toContain('taken back'));
      return found;
    }

    const ours = sql`organization_id = (select min(organization_id) from audit.chain where organization_id > 0)`;
    it.each([
      ['a changed person', sql`update audit.entry set email = 'x@y.test' where ${ours} and number = 2`, 2, 'changed'],
      ['a changed detail', sql`update audit.entry set details = '{}' where ${ours} and number = 1`, 1, 'changed'],
      [
        'a moved time',
        sql`update audit.entry set at = at + interval '1 hour' where ${ours} and number = 4`,
        4,
        'changed',
      ],
      ['a deleted entry', sql`delete from audit.entry where ${ours} and number = 3`, 3, 'missing'],
      ['deleted newest entries', sql`delete from audit.entry where ${ours} and number > 4`, 5, 'deleted'],
      [
        'deleted newest entries with a shortened chain',
        sql`with gone as (delete from audit.entry where ${ours} and number > 4)
          update audit.chain set number = 4, hash = (select hash from audit.entry where ${ours} and number = 4) where ${ours}`,
        4,
        'end of the chain was changed',
      ],
    ])('should find %s', async (_, tampering, number, reason) => {
      expect(await afterTampering(tampering)).toMatchObject([
        { organizationId: team.organizationId, problem: { number, reason: expect.stringContaining(reason) } },
      ]);
      expect(await verify()).toMatchObject({ problems: [] });
    });
  });
});
