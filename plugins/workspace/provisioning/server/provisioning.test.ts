import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { USER_SCHEMA } from '../common/scim-shapes.ts';

interface ScimAnswer {
  readonly id: string;
  readonly userName: string;
  readonly displayName: string;
  readonly active: boolean;
  readonly totalResults: number;
  readonly detail: string;
  readonly scimType: string;
  readonly name: { readonly familyName: string };
  readonly members: readonly { readonly value: string }[];
  readonly Resources: readonly { readonly userName: string; readonly displayName: string }[];
}

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let other: TestTeam;
  let token: string;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'administration', 'single-sign-on', 'provisioning', 'audit'],
      jobs: false,
    });
    team = await app.team('Corp');
    other = await app.team('Rival');
    token = await makeToken(team);
    const operator = (await app.team('Operator', { superAdmin: true })).owner;
    const domains = `/api/v1/organizations/${team.organizationId}/single-sign-on/domains`;
    await team.owner.request('POST', domains, { body: { domain: 'corp.test' } });
    await operator.request('POST', `${domains}/corp.test/confirmation`, { body: {} });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  async function makeToken({ organizationId, owner }: TestTeam): Promise<string> {
    const url = `/api/v1/organizations/${organizationId}/provisioning/token`;
    return (await owner.request<{ token: string }>('POST', url)).body.token;
  }
  const scim = (
    method: string,
    path: string,
    body?: object,
    { as = token, of = team }: { readonly as?: string; readonly of?: TestTeam } = {},
  ): Promise<Answer<ScimAnswer>> =>
    app.request<ScimAnswer>(method, `/scim/v2/${of.organizationId}${path}`, {
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/scim+json' },
      ...(body === undefined ? {} : { body }),
    });
  const user = (name: string, more: object = {}): object => ({
    schemas: [USER_SCHEMA],
    userName: `${name}@corp.test`,
    externalId: `ext-${name}`,
    name: { givenName: name, familyName: 'Lopez' },
    emails: [{ value: `${name}@corp.test`, type: 'work', primary: true }],
    active: true,
    ...more,
  });
  const create = async (name: string, more: object = {}): Promise<string> =>
    (await scim('POST', '/Users', user(name, more))).body.id;
  const patch = (path: string, ...operations: readonly object[]): Promise<Answer<ScimAnswer>> =>
    scim('PATCH', path, { schemas: [PATCH], Operations: operations });
  const members = async (): Promise<Readonly<Record<string, number>>> => {
    const { body } = await team.owner.request<{ data: { email: string; user_role: number }[] }>('GET', '/users');
    return Object.fromEntries(body.data.map(each => [each.email, each.user_role]));
  };

  describe('the token', () => {
    it('should open its own organization only, and end with the next one', async () => {
      expect((await scim('GET', '/Users')).status).toBe(200);
      expect((await scim('GET', '/Users', undefined, { of: other })).status).toBe(401);
      const answer = await scim('GET', '/Users', undefined, { as: 'loupe_scim_wrong' });
      expect(answer).toMatchObject({ status: 401, body: { status: '401' } });
      expect((await app.request('GET', `/scim/v2/${team.organizationId}/Users`)).status).toBe(401);
      const before = token;
      token = await makeToken(team);
      expect((await scim('GET', '/Users', undefined, { as: before })).status).toBe(401);
      expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } });
    });
  });

  describe('users', () => {
    it('should be made once, found by a filter, and answered as SCIM', async () => {
      const made = await scim('POST', '/Users', user('ana'));
      expect(made.status).toBe(201);
      expect(made.headers['content-type']).toContain('application/scim+json');
      expect(made.body).toMatchObject({ userName: 'ana@corp.test', active: true, name: { familyName: 'Lopez' } });
      expect(await scim('POST', '/Users', user('ana'))).toMatchObject({
        status: 409,
        body: { scimType: 'uniqueness' },
      });
      const found = async (filter: string): Promise<readonly string[]> =>
        (await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.Resources.map(each => each.userName);
      for (const filter of [
        'userName eq "ANA@corp.test"',
        'externalId eq "ext-ana" and active eq true',
        'emails[type eq "work" and value ew "a@corp.test"]',
        'not (userName ne "ana@corp.test")',
        'name.familyName sw "lop" and meta.created gt "2020-01-01T00:00:00Z"',
      ])
        expect(await found(filter)).toEqual(['ana@corp.test']);
      expect(await found('userName eq "nobody@corp.test"')).toEqual([]);
    });

    it.each([
      ['userName eq', 'invalidFilter'],
      ['password eq "x"', 'invalidFilter'],
      ['active eq "yes"', 'invalidFilter'],
      ['userName gt true', 'invalidFilter'],
    ])('should refuse the filter %s', async (filter, scimType) => {
      expect(await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).toMatchObject({
        status: 400,
        body: { scimType },
      });
    });

    it.each([
      [{ userName: undefined }, /userName is missing/],
      [{ userName: 'no address', emails: [] }, /no e-mail address/],
      [{ active: 'perhaps' }, /active must be/],
      [{ userName: 7 }, /userName must be text/],
    ])('should refuse %j and name the attribute', async (more, detail) => {
      const answer = await scim('POST', '/Users', user('bad', more));
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toMatch(detail);
    });

    it('should lose their sessions and their sign-in with active false, and get it back', async () => {
      const id = await create('dana');
      const { people, sessions } = app.app.services;
      const dana = (await people.byEmail('dana@corp.test'))!;
      const { session } = await sessions.open(dana, { agent: 'test', address: '127.0.0.1' });
      const headers = { authorization: `Bearer ${session.accessToken}` };
      const me = (): Promise<Answer> => app.request('GET', '/services/auth/me', { headers });
      expect((await me()).status).toBe(200);
      // Entra ID sends booleans as text.
      expect((await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(false);
      expect((await me()).status).toBe(401);
      expect((await people.byEmail('dana@corp.test'))?.disabled_at).not.toBeNull();
      const back = await patch(`/Users/${id}`, { op: 'replace', value: { active: true, displayName: 'Dana L.' } });
      expect(back.body).toMatchObject({ active: true, displayName: 'Dana L.' });
      expect((await people.byEmail('dana@corp.test'))?.disabled_at).toBeNull();
      expect((await me()).status).toBe(401);
    });

    it('should keep their e-mail, and leave the owner of the organization alone', async () => {
      const id = await create('kim');
      const changed = user('kim', { userName: 'tim@corp.test', emails: [{ value: 'tim@corp.test' }] });
      expect(await scim('PUT', `/Users/${id}`, changed)).toMatchObject({
        status: 400,
        body: { scimType: 'mutability' },
      });
      const owner = await create('owner', { emails: [{ value: team.owner.email }] });
      expect((await patch(`/Users/${owner}`, { op: 'replace', path: 'active', value: false })).status).toBe(403);
      expect((await scim('DELETE', `/Users/${owner}`)).status).toBe(403);
      expect((await scim('GET', `/Users/${owner}`, undefined, { of: other, as: await makeToken(other) })).status).toBe(
        404,
      );
    });

    it('should not be adopted from others unless the domain is proven', async () => {
      await app.app.services.people.create({ email: 'zoe@elsewhere.test', password: 'correct horse' });
      const answer = await scim('POST', '/Users', user('zoe', { emails: [{ value: 'zoe@elsewhere.test' }] }));
      expect(answer).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
      const made = await scim('POST', '/Users', user('new', { emails: [{ value: 'new@elsewhere.test' }] }));
      expect(made.status).toBe(201);
      const person = await app.app.services.people.byEmail('new@elsewhere.test');
      expect(person?.unproven_in).toBe(team.organizationId);
    });
  });

  describe('groups', () => {
    it('should give roles in teams by the rules of the organization, and take them away', async () => {
      await team.owner.request('PUT', `/api/v1/organizations/${team.organizationId}/single-sign-on/placing`, {
        body: {
          default_team_id: null,
          default_role: 4,
          mappings: [
            { group: 'Annotators', team_id: team.id, role: 4 },
            { group: 'Leads', team_id: team.id, role: 7 },
          ],
          base: 0,
        },
      });
      const [lia, max] = [await create('lia'), await create('max')];
      const group = await scim('POST', '/Groups', { displayName: 'Annotators', members: [{ value: lia }] });
      expect(group.status).toBe(201);
      expect(await members()).toMatchObject({ 'lia@corp.test': 4 });
      const path = `/Groups/${group.body.id}`;
      await patch(path, { op: 'Add', path: 'members', value: [{ value: max }] });
      expect(await members()).toMatchObject({ 'max@corp.test': 4 });
      await scim('POST', '/Groups', { displayName: 'Leads', members: [{ value: max }] });
      expect(await members()).toMatchObject({ 'max@corp.test': 7 });
      const left = await patch(path, { op: 'remove', path: `members[value eq "${lia}"]` });
      expect(left.body.members.map(each => each.value)).toEqual([max]);
      expect(await members()).not.toHaveProperty(['lia@corp.test']);
      const listed = await scim('GET', '/Groups?filter=displayName%20eq%20%22annotators%22&excludedAttributes=members');
      expect(listed.body.Resources).toMatchObject([{ displayName: 'Annotators' }]);
      expect(listed.body.Resources[0]).not.toHaveProperty('members');
      expect((await scim('DELETE', `/Users/${max}`)).status).toBe(204);
      expect(await members()).not.toHaveProperty(['max@corp.test']);
    });

    it('should refuse members that are not there, and names that are taken', async () => {
      expect(await scim('POST', '/Groups', { displayName: 'annotators' })).toMatchObject({ status: 409 });
      const made = await scim('POST', '/Groups', { displayName: 'Guests' });
      const answer = await patch(`/Groups/${made.body.id}`, {
        op: 'add',
        path: 'members',
        value: [{ value: 'nobody' }],
      });
      expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    });
  });

  it('should record each change as one of the directory', async () => {
    const { body } = await team.owner.request<{ data: { action: string }[]; count: number }>(
      'GET',
      `/api/v1/organizations/${team.organizationId}/audit?email=scim&limit=2000`,
    );
    const entries = await app.app.services.auditChain.verify(team.organizationId);
    expect(entries).toMatchObject([{ organizationId: team.organizationId }]);
    const actions = new Set(body.data.map(each => each.action));
    expect([...actions].filter(each => !each.startsWith('provisioning.'))).toEqual([]);
    expect(actions).toContain('provisioning.userDeactivated');
  });
});
