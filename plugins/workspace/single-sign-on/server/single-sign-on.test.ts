import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eachDatabase } from '#tests/support/database.ts';
import type { IdentityProvider } from '#tests/support/identity-provider.ts';
import { CLIENT_ID, CLIENT_SECRET, identityProvider } from '#tests/support/identity-provider.ts';
import { addPasskey } from '#tests/support/passkeys.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { SingleSignOn, Trial } from '../common/api.ts';
import { singleSignOnApi } from '../common/api.ts';

const OWN_PAGE = { 'x-requested-with': 'loupe-auth' };
const RETURN = 'http://localhost/sign-in/return';
const { operations } = singleSignOnApi;

eachDatabase(kind => {
  let app: TestApp;
  let provider: IdentityProvider;
  let operator: TestTeam;
  let team: TestTeam;
  let other: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['single-sign-on'], settings: { egressAllow: ['127.0.0.1'] } });
    provider = await identityProvider(RETURN, new Map());
    operator = await app.team('Operator', { superAdmin: true });
    team = await app.team('Corp');
    other = await app.team('Rival');
  });
  afterAll(async () => {
    await provider?.close();
    await app?.close();
  });
  beforeEach(() => {
    provider.accounts.clear();
    provider.accounts.set('s-ana', {
      email: 'Ana@corp.test',
      email_verified: true,
      name: 'Ana Lopez',
      groups: ['annotators'],
    });
  });

  const call = <T = SingleSignOn>(
    name: keyof typeof operations,
    {
      params = {},
      body,
      by = team.owner,
      of = team,
    }: { params?: object; body?: unknown; by?: TestPerson; of?: TestTeam } = {},
  ): Promise<Answer<T & { code?: string; error?: string }>> =>
    by.call('main', operations[name], {
      params: { organization_id: of.organizationId, ...params },
      ...(body === undefined ? {} : { body }),
    });
  const state = async (of = team): Promise<SingleSignOn> => (await call('getSingleSignOn', { of, by: of.owner })).body;
  const save = async (change: object = {}, of = team): Promise<Answer<SingleSignOn & { code?: string }>> =>
    call('saveProvider', {
      of,
      by: of.owner,
      body: {
        issuer: provider.issuer,
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        groups_claim: 'groups',
        base: (await state(of)).connection?.version ?? 0,
        ...change,
      },
    });
  const saveRules = async (change: object, of = team): Promise<Answer<SingleSignOn & { code?: string }>> =>
    call('savePlacing', {
      of,
      by: of.owner,
      body: {
        default_team_id: null,
        default_role: 4,
        mappings: [],
        base: (await state(of)).placing.version,
        ...change,
      },
    });
  const tryOut = async (subject = 's-ana', of = team): Promise<Trial> => {
    const begun = await call<{ url: string; ticket: string }>('beginTrial', { body: {}, of, by: of.owner });
    const answer = await provider.follow(begun.body.url, subject);
    return (await call<Trial>('finishTrial', { body: { ticket: begun.body.ticket, answer }, of, by: of.owner })).body;
  };
  const prove = async (domain: string, of = team): Promise<Answer> => {
    await call('addSignOnDomain', { body: { domain }, of, by: of.owner });
    return call('confirmSignOnDomain', { params: { domain }, of, by: operator.owner });
  };
  const switchOn = async (forced = false, of = team): Promise<Answer<SingleSignOn & { code?: string }>> =>
    call('switchSingleSignOn', {
      body: { enabled: true, forced, base: (await state(of)).connection!.version },
      of,
      by: of.owner,
    });
  const auth = <T>(path: string, body: unknown): Promise<Answer<T & { code?: string; error?: string }>> =>
    app.request('POST', `/services/auth/${path}`, { body, headers: OWN_PAGE });
  const depart = (email: string): Promise<Answer<{ url: string; ticket: string; code?: string }>> =>
    auth('sign-in/external/begin', { email });
  const arrive = (ticket: string, answer: string): Promise<Answer<{ email: string; code?: string; error?: string }>> =>
    auth('sign-in/external', { ticket, answer });
  const signIn = async (email: string, subject: string): Promise<Awaited<ReturnType<typeof arrive>>> => {
    const { body } = await depart(email);
    return arrive(body.ticket, await provider.follow(body.url, subject));
  };
  const members = async (of = team): Promise<Record<string, number>> => {
    const { body } = await of.owner.request<{ users: { email: string; user_role: number }[] }>(
      'GET',
      `/services/main/team/${of.id}?include_users=true`,
    );
    return Object.fromEntries(body.users.map(each => [each.email, each.user_role]));
  };

  describe('setting up', () => {
    it('should show the problem of the provider in its own words, and stay off', async () => {
      expect((await save({ client_secret: 'not the secret' })).status).toBe(200);
      expect((await tryOut()).problem).toMatch(/invalid_client/);
      expect((await save()).status).toBe(200);
      const declined = await call<{ url: string; ticket: string }>('beginTrial', { body: {} });
      const answer = await provider.follow(declined.body.url, undefined);
      const shown = await call<Trial>('finishTrial', { body: { ticket: declined.body.ticket, answer } });
      expect(shown.body).toMatchObject({
        success: false,
        problem: expect.stringMatching(/access_denied: The person declined/),
      });
      expect(await switchOn()).toMatchObject({ status: 409, body: { code: 'SSO_UNTESTED' } });
      expect((await depart('ana@corp.test')).status).toBe(404);
    });

    it('should refuse a domain without its proof, and one that is proven for another organization', async () => {
      expect(await tryOut()).toMatchObject({
        success: false,
        email: 'ana@corp.test',
        problem: expect.stringMatching(/can add corp\.test/),
      });
      expect(await call('proveSignOnDomain', { params: { domain: 'corp.test' }, body: { by: 'dns' } })).toMatchObject({
        status: 404,
      });
      expect((await prove('corp.test')).status).toBe(200);
      expect(await prove('corp.test', other)).toMatchObject({ status: 409, body: { code: 'DOMAIN_TAKEN' } });
      expect(
        await call('confirmSignOnDomain', { params: { domain: 'corp.test' }, of: other, by: other.owner }),
      ).toMatchObject({ status: 403 });
    });

    it('should switch on after a test that succeeded, and off again when the client changes', async () => {
      expect(await tryOut()).toMatchObject({ success: true, name: 'Ana Lopez', groups: ['annotators'], teams: [] });
      expect((await switchOn()).body.connection).toMatchObject({ enabled: true, forced: false });
      expect(JSON.stringify(await state())).not.toContain(CLIENT_SECRET);
      expect((await save({ client_secret: undefined, groups_claim: 'groups' })).body.connection?.enabled).toBe(true);
      expect((await save({ client_id: 'another' })).body.connection).toMatchObject({ enabled: false, tested: false });
      expect(await save({ base: 1 })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      await save();
      await tryOut();
      expect((await switchOn()).status).toBe(200);
    });

    it('should refuse plain http, private addresses and teams of others, naming the field', async () => {
      expect(await save({ issuer: 'http://login.example.com' })).toMatchObject({ status: 400 });
      expect((await saveRules({ default_team_id: other.id })).status).toBe(400);
      await save({ issuer: 'https://10.0.0.1', client_id: 'x' }, other);
      expect(await call('beginTrial', { body: {}, of: other, by: other.owner })).toMatchObject({
        status: 422,
        body: { code: 'SSO_FAILED' },
      });
    });

    it('should be for the owner of the organization only', async () => {
      const admin = await team.join('admin@corp.test', 7);
      expect((await call('getSingleSignOn', { by: admin })).status).toBe(403);
      expect((await call('getSingleSignOn', { by: other.owner })).status).toBe(404);
    });
  });

  describe('signing in', () => {
    it('should make an account on the first sign-in and know it by issuer and subject afterwards', async () => {
      const first = await signIn('ana@corp.test', 's-ana');
      expect(first).toMatchObject({ status: 200, body: { email: 'ana@corp.test' } });
      expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
      provider.accounts.set('s-ana', { email: 'ana.perez@corp.test' });
      expect((await signIn('ana@corp.test', 's-ana')).body.email).toBe('ana@corp.test');
      provider.accounts.set('s-new', { email: 'ana@corp.test' });
      expect(await signIn('ana@corp.test', 's-new')).toMatchObject({ status: 403, body: { code: 'SSO_REFUSED' } });
    });

    it('should not take a subject of one issuer for the same subject of another', async () => {
      await app.database
        .system('a test')
        .transaction(trx => sql`update single_sign_on.identity set issuer = 'https://other.example'`.execute(trx));
      provider.accounts.set('s-ana', { email: 'zoe@corp.test' });
      expect((await signIn('ana@corp.test', 's-ana')).body.email).toBe('zoe@corp.test');
      await app.database
        .system('a test')
        .transaction(trx =>
          sql`delete from single_sign_on.identity where issuer <> 'https://other.example'`.execute(trx),
        );
      await app.database
        .system('a test')
        .transaction(trx => sql`update single_sign_on.identity set issuer = ${provider.issuer}`.execute(trx));
    });

    it('should accept an answer once, with the ticket and the state of its journey only', async () => {
      const begun = (await depart('ana@corp.test')).body;
      const answer = await provider.follow(begun.url, 's-ana');
      const victim = (await depart('ana@corp.test')).body;
      expect((await arrive(victim.ticket, answer)).body.error).toMatch(/state/);
      expect((await arrive(begun.ticket, answer.replace(/code=[^&]+/, 'code=forged'))).body.code).toBe('SSO_FAILED');
      expect((await arrive(begun.ticket, answer)).body.code).toBe('SSO_EXPIRED');
      const trial = await call<{ ticket: string }>('beginTrial', { body: {} });
      expect((await arrive(trial.body.ticket, answer)).body.code).toBe('SSO_EXPIRED');
    });

    it('should refuse addresses outside of the proven domains, unverified ones and administrators', async () => {
      await app.app.services.people.create({ email: 'root@corp.test', password: 'correct horse', superAdmin: true });
      for (const account of [
        { email: 'owner@rival.test' },
        { email: 'bob@corp.test', email_verified: false },
        { email: 'root@corp.test' },
        {},
      ]) {
        provider.accounts.set('s-bad', account);
        expect(await signIn('bob@corp.test', 's-bad')).toMatchObject({ status: 403, body: { code: 'SSO_REFUSED' } });
      }
    });

    it('should take an account over that somebody made with an address that is not theirs', async () => {
      const squatter = await app.app.services.people.create({
        email: 'carla@corp.test',
        password: 'correct horse',
        unprovenIn: other.organizationId,
      });
      const { session } = await app.app.services.sessions.open(squatter, { agent: 'test', address: '127.0.0.1' });
      provider.accounts.set('s-carla', { email: 'carla@corp.test' });
      expect((await signIn('carla@corp.test', 's-carla')).status).toBe(200);
      expect((await auth('sign-in', { email: 'carla@corp.test', password: 'correct horse' })).status).toBe(401);
      const old = { authorization: `Bearer ${session.accessToken}` };
      expect((await app.request('GET', '/services/auth/me', { headers: old })).status).toBe(401);
    });

    it('should give and take team roles by groups, and leave people alone who joined by hand', async () => {
      await saveRules({
        mappings: [
          { group: 'annotators', team_id: team.id, role: 4 },
          { group: 'leads', team_id: team.id, role: 7 },
        ],
      });
      await signIn('ana@corp.test', 's-ana');
      expect((await members())['ana@corp.test']).toBe(4);
      provider.accounts.set('s-ana', { email: 'ana@corp.test', groups: ['annotators', 'leads'] });
      await signIn('ana@corp.test', 's-ana');
      expect((await members())['ana@corp.test']).toBe(7);
      provider.accounts.set('s-ana', { email: 'ana@corp.test' });
      await signIn('ana@corp.test', 's-ana');
      expect((await members())['ana@corp.test']).toBe(7);
      await team.join('dora@corp.test');
      provider.accounts.set('s-dora', { email: 'dora@corp.test', groups: ['others'] });
      provider.accounts.set('s-ana', { email: 'ana@corp.test', groups: ['others'] });
      await signIn('ana@corp.test', 's-ana');
      await signIn('dora@corp.test', 's-dora');
      expect(await members()).toMatchObject({ 'dora@corp.test': 4 });
      expect(await members()).not.toHaveProperty(['ana@corp.test']);
    });

    it('should refuse passwords and passkeys of a forced domain without saying who has an account, but not the owner’s', async () => {
      const signInDora = await addPasskey(app, await team.join('dora.k@corp.test'));
      const signInOwner = await addPasskey(app, team.owner);
      expect((await signInDora()).status).toBe(200);
      expect((await switchOn(true)).body.connection?.forced).toBe(true);
      for (const [email, password] of [
        ['dora@corp.test', 'correct horse'],
        ['dora@corp.test', 'wrong'],
        ['nobody@corp.test', 'wrong'],
      ])
        expect(await auth('sign-in', { email, password })).toMatchObject({
          status: 403,
          body: { code: 'SSO_REQUIRED' },
        });
      expect((await auth('sign-in', { email: 'owner@corp.test', password: 'correct horse' })).status).toBe(200);
      expect(await signInDora()).toMatchObject({ status: 403, body: { code: 'SSO_REQUIRED' } });
      expect((await signInOwner()).status).toBe(200);
      expect((await auth('sign-in', { email: 'owner@rival.test', password: 'correct horse' })).status).toBe(200);
      await app.app.services.organizations.setFeature(team.organizationId, 'sso', false);
      expect((await auth('sign-in', { email: 'dora@corp.test', password: 'correct horse' })).status).toBe(200);
      expect((await depart('ana@corp.test')).status).toBe(404);
      await app.app.services.organizations.setFeature(team.organizationId, 'sso', true);
    });

    it('should list accounts, and link an address to somebody else once it was unlinked', async () => {
      const listed = await call<{ data: { person_id: number; email: string }[] }>('listSignOnAccounts');
      const ana = listed.body.data.find(each => each.email === 'ana@corp.test')!;
      expect((await call('unlinkSignOnAccount', { params: { person_id: ana.person_id } })).status).toBe(200);
      provider.accounts.set('s-new', { email: 'ana@corp.test' });
      expect((await signIn('ana@corp.test', 's-new')).status).toBe(200);
    });
  });
});
