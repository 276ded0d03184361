import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TeamMember } from '../common/api.ts';
import { teamsApi } from '../common/api.ts';

const {
  listMembers,
  inviteMembers,
  cancelInvitation,
  changeMemberPermissions,
  changeMemberRole,
  removeMembers,
  createTeam,
  updateTeam,
  describeSdkToken,
  generateSdkToken,
  revokeSdkToken,
} = teamsApi.operations;

interface Listed {
  readonly data: readonly TeamMember[];
  readonly count: number;
}
interface InviteAnswer {
  readonly success: { readonly emails: string[] };
  readonly failed: { readonly emails: string[] };
  readonly links: Record<string, string>;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let other: TestTeam;
  let admin: TestPerson;
  let ana: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams'], jobs: false });
    team = await app.team('Alpha');
    other = await app.team('Beta');
    admin = await team.join('adam@alpha.test', 7);
    ana = await team.join('ana@alpha.test');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  const invite = (by: TestPerson, emails: string[], role = 4) =>
    by.call<InviteAnswer>('main', inviteMembers, { params: { team_id: team.id }, body: { emails, team_role: role } });
  const members = async (query: object = {}): Promise<Listed> =>
    (await team.owner.call<Listed>('main', listMembers, { query })).body;
  const memberOf = async (email: string): Promise<TeamMember | undefined> =>
    (await members()).data.find(each => each.email === email);

  describe('members', () => {
    it('should be listed with their role, the owner as organization owner', async () => {
      expect((await memberOf(team.owner.email))?.user_role).toBe(15);
      expect(await memberOf(admin.email)).toMatchObject({ id: admin.email, user_role: 7, state: 'CONFIRMED' });
      expect((await members({ email: 'ANA@' })).data.map(each => each.email)).toEqual([ana.email]);
    });

    it('should have one user_role in every answer that names it', async () => {
      const { teams, members: memberships } = app.app.services;
      // A team that somebody else than the owner of the organization made has every role.
      const id = await teams.create(team.organizationId, 'Gamma', admin.row);
      await memberships.add(id, team.owner.row, 4);
      await memberships.add(id, ana.row, 4);
      const bea = await team.join('bea@alpha.test');
      await memberships.add(id, bea.row, 7);
      const roles = [
        [team.owner, 15],
        [admin, 12],
        [bea, 7],
        [ana, 4],
      ] as const;
      for (const [person, role] of roles) {
        const ask = async <T>(path: string): Promise<T> => (await person.request<T>('GET', path)).body;
        type Roles = readonly { readonly id: number | string; readonly user_role: number }[];
        const inTeam = (list: Roles): number | undefined => list.find(each => each.id === id)?.user_role;
        const inMembers = (list: Roles): number | undefined => list.find(each => each.id === person.email)?.user_role;
        const whole = await ask<{ user_role: number; users: Roles }>(`/api/v1/team/${id}?include_users=true`);
        expect({
          me: (await ask<{ user_role: number }>(`/user/ME?team_id=${id}`)).user_role,
          team: whole.user_role,
          older: (await ask<{ user_role: number }>(`/team/${id}`)).user_role,
          teams: inTeam(await ask<Roles>('/teams')),
          page: inTeam((await ask<{ data: Roles }>('/api/v1/teams')).data),
          users: inMembers(whole.users),
          members: inMembers((await ask<{ data: Roles }>(`/users?team_id=${id}`)).data),
        }).toEqual({ me: role, team: role, older: role, teams: role, page: role, users: role, members: role });
      }
    });

    it('should not show the members of another team', async () => {
      expect((await other.owner.call<Listed>('main', listMembers)).body.data.map(each => each.email)).toEqual([
        other.owner.email,
      ]);
      expect((await other.owner.request('GET', `/users?team_id=${team.id}`)).status).toBe(404);
    });

    it('should change between contributor and admin, but not owners and not oneself', async () => {
      const sam = await team.join('sam@alpha.test');
      const set = (by: TestPerson, email: string, role: number) =>
        by.call('main', changeMemberRole, { params: { team_id: team.id }, body: { e_mail: email, role } });
      expect((await set(admin, sam.email, 7)).status).toBe(200);
      expect((await memberOf(sam.email))?.user_role).toBe(7);
      expect((await set(admin, team.owner.email, 4)).status).toBe(403);
      expect((await set(admin, admin.email, 4)).status).toBe(403);
      expect((await set(ana, sam.email, 4)).status).toBe(403);
      expect((await set(admin, sam.email, 12)).status).toBe(400);
      expect((await set(admin, 'nobody@else.test', 4)).status).toBe(404);
      expect((await set(other.owner, sam.email, 4)).status).toBe(404);
    });

    it('should be given rights beside the role, which hold at once', async () => {
      const kim = await team.join('kim@alpha.test');
      await team.join('leo@alpha.test');
      const give = (by: TestPerson, email: string, permissions: number[]) =>
        by.call('main', changeMemberPermissions, {
          params: { team_id: team.id },
          body: { e_mail: email, permissions },
        });
      const remove = (email = 'leo@alpha.test') =>
        kim.call<{ success: number; errors: object }>('main', removeMembers, {
          params: { team_id: team.id },
          body: { data: [{ email }] },
        });
      expect([(await remove()).status, (await kim.call('main', generateSdkToken, { body: {} })).status]).toEqual([
        403, 403,
      ]);
      expect((await give(admin, kim.email, [23, 21, 21])).status).toBe(200);
      expect((await memberOf(kim.email))?.permissions).toEqual([21, 23]);
      expect((await kim.call('main', generateSdkToken, { body: {} })).status).toBe(200);
      expect(await remove()).toMatchObject({ status: 200, body: { success: 1 } });
      expect((await remove(admin.email)).body).toMatchObject({
        success: 0,
        errors: { [admin.email]: expect.stringContaining('Only a Team Admin') },
      });
      expect((await give(admin, kim.email, [28])).status, 'a right of projects').toBe(400);
      expect((await give(kim, ana.email, [21])).status).toBe(403);
      expect((await give(admin, team.owner.email, [21])).status).toBe(409);
    });

    it('should never raise themselves, nor give a role or a right that they do not hold', async () => {
      const ned = await team.join('ned@alpha.test');
      const change = (
        operation: typeof changeMemberRole | typeof changeMemberPermissions,
        by: TestPerson,
        of: object,
      ) => by.call('main', operation, { params: { team_id: team.id }, body: of });
      for (const role of [12, 15])
        expect((await change(changeMemberRole, admin, { e_mail: admin.email, role })).status).toBe(400);
      await change(changeMemberPermissions, admin, { e_mail: ned.email, permissions: [21, 22] });
      for (const e_mail of [ned.email, ana.email]) {
        expect((await change(changeMemberRole, ned, { e_mail, role: 7 })).status).toBe(403);
        expect((await change(changeMemberPermissions, ned, { e_mail, permissions: [21, 22, 23] })).status).toBe(403);
      }
      expect((await invite(ned, ['friend@alpha.test'], 7)).status).toBe(403);
      expect(await memberOf(ned.email)).toMatchObject({ user_role: 4, permissions: [21, 22] });
    });

    it('should find their tokens refused while the SDK is switched off', async () => {
      const { token } = (await admin.call<{ token: string }>('main', generateSdkToken, { body: {} })).body;
      const withToken = () =>
        app.request('GET', `/user/ME?team_id=${team.id}`, { headers: { authorization: token, authtype: 'sdk' } });
      await app.app.services.organizations.setFeature(team.organizationId, 'sdk', false);
      app.app.services.teams.forget();
      expect(await withToken()).toMatchObject({ status: 403, body: { code: 'FEATURE_DISABLED' } });
      await app.app.services.organizations.setFeature(team.organizationId, 'sdk', true);
      app.app.services.teams.forget();
      expect((await withToken()).status).toBe(200);
    });

    it('should be removed with counts and reasons, their tokens with them', async () => {
      const tim = await team.join('tim@alpha.test', 7);
      const { token } = (await tim.call<{ token: string }>('main', generateSdkToken, { body: {} })).body;
      const withToken = () =>
        app.request('GET', `/user/ME?team_id=${team.id}`, { headers: { authorization: token, authtype: 'sdk' } });
      expect((await withToken()).status).toBe(200);
      const answer = await admin.call<{ success: number; error: number; errors: Record<string, string> }>(
        'main',
        removeMembers,
        {
          params: { team_id: team.id },
          body: { data: [{ email: tim.email }, { email: team.owner.email }, { email: 'nobody@else.test' }] },
        },
      );
      expect(answer.body).toMatchObject({ success: 1, error: 2 });
      expect(answer.body.errors[team.owner.email]).toContain('owner');
      expect((await withToken()).status).toBe(401);
      expect((await tim.call('main', listMembers)).status).toBe(404);
    });
  });

  describe('an invitation', () => {
    it('should give a link for each good address and a reason for each bad one', async () => {
      const answer = await invite(admin, ['New@Alpha.test', 'no address', ana.email]);
      expect(answer.status).toBe(200);
      expect(answer.body.success.emails).toEqual(['new@alpha.test']);
      expect(answer.body.failed.emails).toEqual(['no address', ana.email]);
      expect(answer.body.links['new@alpha.test']).toMatch(/^http:\/\/localhost\/invite\/[\w-]{20,}$/);
      expect(await memberOf('new@alpha.test')).toMatchObject({ state: 'PENDING', user_role: 4 });
    });

    it('should make the person a member when accepted, and only the newest link works', async () => {
      const linkOf = async () =>
        (await invite(admin, ['eve@alpha.test'], 7)).body.links['eve@alpha.test']!.split('/').at(-1)!;
      const old = await linkOf();
      const token = await linkOf();
      const accept = (each: string) =>
        app.request('POST', `/api/v1/invitations/${each}/accept`, {
          body: { first_name: 'Eve', password: 'a long password' },
        });
      expect((await accept(old)).status).toBe(404);
      expect((await accept(token)).status).toBe(200);
      expect(await memberOf('eve@alpha.test')).toMatchObject({ state: 'CONFIRMED', user_role: 7, first_name: 'Eve' });
    });

    it('should be taken back', async () => {
      await invite(admin, ['late@alpha.test']);
      const cancel = (email: string) =>
        admin.call('main', cancelInvitation, { params: { team_id: team.id }, body: { e_mail: email } });
      expect((await cancel('late@alpha.test')).status).toBe(200);
      expect(await memberOf('late@alpha.test')).toBeUndefined();
      expect((await cancel(ana.email)).status).toBe(409);
    });

    it('should be sent by team admins only', async () => {
      expect((await invite(ana, ['x@alpha.test'])).status).toBe(403);
      expect((await invite(other.owner, ['x@alpha.test'])).status).toBe(404);
    });
  });

  describe('teams', () => {
    it('should be made by the owner of an organization, with a name of their own', async () => {
      const create = (by: TestPerson, body: object) =>
        by.call<{ id: number; code?: string }>('main', createTeam, { body });
      const made = await create(team.owner, { name: 'Second', type: 1 });
      expect(made.status).toBe(201);
      expect((await team.owner.request('GET', `/api/v1/team/${made.body.id}`)).status).toBe(200);
      expect((await create(team.owner, { name: 'second' })).body.code).toBe('NAME_EXISTS');
      expect((await create(ana, { name: 'Third' })).status).toBe(403);
      expect((await create(other.owner, { name: 'Third', organization_id: team.organizationId })).status).toBe(404);
    });

    it('should be renamed by admins', async () => {
      const rename = (by: TestPerson, body: object) =>
        by.call('main', updateTeam, { params: { team_id: other.id }, body });
      expect((await rename(other.owner, { name: 'Beta renamed', description: 'x' })).body).toEqual({
        id: other.id,
        name: 'Beta renamed',
        description: 'x',
      });
      expect((await rename(other.owner, { name: ' ' })).status).toBe(400);
      expect((await rename(team.owner, { name: 'Mine' })).status).toBe(404);
    });
  });

  describe('an SDK token', () => {
    it('should be shown once, replace the older one, and end', async () => {
      const make = async () =>
        (await admin.call<{ token: string }>('main', generateSdkToken, { body: { team_id: team.id } })).body.token;
      const first = await make();
      const second = await make();
      const status = async (token: string) =>
        (await app.request('GET', `/users?team_id=${team.id}`, { headers: { authorization: token, authtype: 'sdk' } }))
          .status;
      expect(second).toMatch(new RegExp(`=${team.id}$`));
      expect(await status(first)).toBe(401);
      expect(await status(second)).toBe(200);
      expect((await admin.call('main', describeSdkToken)).body['exists']).toBe(true);
      expect((await admin.call('main', revokeSdkToken, { body: {} })).status).toBe(200);
      expect(await status(second)).toBe(401);
      expect((await admin.call('main', describeSdkToken)).body).toEqual({
        exists: false,
        createdAt: null,
        lastUsedAt: null,
      });
    });

    it('should not be for contributors, nor for a team named in the body only', async () => {
      expect((await ana.call('main', generateSdkToken, { body: {} })).status).toBe(403);
      expect((await admin.call('main', generateSdkToken, { body: { team_id: other.id } })).status).toBe(404);
    });
  });
});
