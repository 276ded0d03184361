import { afterAll, beforeAll, expect, it } from 'vitest';
import { teamRights } from '#core/permissions/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { teamsApi } from '../common/api.ts';
import type { TeamMember } from '../common/api.ts';
import type { TeamRoleView } from '../common/team-roles-api.ts';
import { teamRolesApi } from '../common/team-roles-api.ts';

const { listTeamRoles, createTeamRole, updateTeamRole, deleteTeamRole, assignTeamRole } = teamRolesApi.operations;
const { inviteMembers, changeInvitation, changeMemberRole, listMembers } = teamsApi.operations;
const { createProject, deleteProject, restoreProject, cloneProject } = projectsApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let other: TestTeam;
  let admin: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects'], jobs: false });
    team = await app.team('Alpha');
    other = await app.team('Beta');
    admin = await team.join('adam@alpha.test', 7);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  const params = (): { team_id: number } => ({ team_id: team.id });
  const make = (name: string, rights: readonly string[], by = admin): Promise<Answer<TeamRoleView>> =>
    by.call('main', createTeamRole, { params: params(), body: { name, rights } });
  const assign = (email: string, team_role_id: number, by = admin): Promise<Answer> =>
    by.call('main', assignTeamRole, { params: params(), body: { e_mail: email, team_role_id } });
  const change = (role: TeamRoleView, more: object, by = admin): Promise<Answer<TeamRoleView>> =>
    by.call('main', updateTeamRole, {
      params: { ...params(), team_role_id: role.id },
      body: { name: role.name, rights: role.rights, version: role.version, ...more },
    });
  const remove = (id: number, query: object = {}, by = admin): Promise<Answer> =>
    by.call('main', deleteTeamRole, { params: { ...params(), team_role_id: id }, query });
  const listed = async (): Promise<readonly TeamRoleView[]> =>
    (await admin.call<{ data: TeamRoleView[] }>('main', listTeamRoles, { params: params() })).body.data;
  const memberOf = async (email: string): Promise<TeamMember | undefined> =>
    (await admin.call<{ data: TeamMember[] }>('main', listMembers, { query: { email } })).body.data[0];
  const create = (by: TestPerson, name: string): Promise<Answer<{ id: number; my_role: number }>> =>
    by.call('main', createProject, { body: { name, type: 1 } });

  it('should be made, changed and deleted by admins, with names that are free', async () => {
    const { status, body: role } = await make('Lead', ['sdk-token', 'create-projects', 'sdk-token']);
    expect([status, role.rights, role.members]).toEqual([201, ['create-projects', 'sdk-token'], 0]);
    expect((await make('lead', [])).body).toMatchObject({ code: 'NAME_EXISTS' });
    expect((await make('Team Admin', [])).status).toBe(400);
    expect((await make('Half', ['become-owner'])).body).toMatchObject({
      code: 'INVALID_FIELD',
      details: { issues: [{ field: 'body.rights.0', reason: expect.stringContaining(teamRights[0]!.key) }] },
    });
    const changed = await change(role, { name: 'Leader', rights: ['view-billing'] });
    expect(changed.body).toMatchObject({ name: 'Leader', rights: ['view-billing'], version: 2 });
    expect((await change(role, { name: 'Late' })).body).toMatchObject({ code: 'CONFLICT' });
    expect((await remove(role.id)).status).toBe(200);
    expect((await remove(role.id)).status).toBe(404);
    expect(await listed()).toEqual([]);
  });

  it('should give its rights at once, take them at once, and be counted', async () => {
    const kim = await team.join('kim@alpha.test');
    const role = (await make('Maker', ['create-projects', 'delete-projects'])).body;
    expect((await create(kim, 'Early')).status).toBe(403);
    expect((await assign(kim.email, role.id)).status).toBe(200);
    expect(await memberOf(kim.email)).toMatchObject({ user_role: 4, team_role: { id: role.id, name: 'Maker' } });
    expect((await listed()).find(each => each.id === role.id)?.members).toBe(1);

    // Who made a project works in it as its Project Admin, and sees no other one.
    const mine = (await create(kim, 'Mine')).body;
    expect(mine.my_role).toBe(3);
    const theirs = (await create(admin, 'Theirs')).body;
    const at = (id: number): object => ({ params: { project_id: id } });
    expect((await kim.call('main', deleteProject, at(theirs.id))).status).toBe(404);
    const clone = await kim.call<{ id: number }>('main', cloneProject, {
      ...at(mine.id),
      body: { name: 'Mine again', include: ['members'] },
    });
    expect(clone.status).toBe(201);
    expect((await kim.call('main', deleteProject, at(mine.id))).status).toBe(200);
    expect((await admin.call('main', deleteProject, at(theirs.id))).status).toBe(200);
    expect((await kim.call('main', restoreProject, at(theirs.id))).status).toBe(404);
    expect((await kim.call('main', restoreProject, at(mine.id))).status).toBe(200);

    expect((await change(role, { rights: ['delete-projects'] })).status).toBe(200);
    expect((await create(kim, 'Late')).status).toBe(403);
  });

  it('should be no way to become an admin or to change one', async () => {
    const leo = await team.join('leo@alpha.test');
    const role = (
      await make(
        'Everything',
        teamRights.map(each => each.key),
      )
    ).body;
    await assign(leo.email, role.id);
    const invite = (emails: string[], team_role: number, by = leo): Promise<Answer<{ failed: { emails: string[] } }>> =>
      by.call('main', inviteMembers, { params: params(), body: { emails, team_role } });
    expect((await invite(['new@alpha.test'], 7)).status).toBe(403);
    expect((await invite(['new@alpha.test'], 4)).body.failed.emails).toEqual([]);
    await invite(['boss@alpha.test'], 7, admin);
    expect((await invite(['boss@alpha.test'], 4)).body.failed.emails).toEqual(['boss@alpha.test']);
    const turn = (email: string, asked: number): Promise<Answer> =>
      leo.call('main', changeInvitation, { params: params(), body: { e_mail: email, role: asked } });
    expect([(await turn('new@alpha.test', 7)).status, (await turn('boss@alpha.test', 4)).status]).toEqual([403, 403]);
    for (const refused of [
      await assign(leo.email, role.id, leo),
      await make('Mine', [], leo),
      await change(role, { rights: [] }, leo),
      await remove(role.id, {}, leo),
    ])
      expect(refused.status).toBe(403);

    // Neither the owner nor, by themselves, the last admin loses the rights of an admin.
    expect((await assign(team.owner.email, role.id)).status).toBe(403);
    expect((await assign(admin.email, role.id)).status).toBe(403);
    const tim = await team.join('tim@alpha.test', 7);
    expect((await assign(tim.email, role.id)).status).toBe(200);
    expect((await memberOf(tim.email))?.user_role).toBe(4);
    await admin.call('main', changeMemberRole, { params: params(), body: { e_mail: tim.email, role: 7 } });
    expect(await memberOf(tim.email)).toMatchObject({ user_role: 7, team_role: null });
  });

  it('should be given with an invitation, by who may give roles', async () => {
    const role = (await make('Guest', ['view-billing', 'invite-contributors'])).body;
    const invite = (more: object, by = admin): Promise<Answer<{ failed: { emails: string[] } }>> =>
      by.call('main', inviteMembers, {
        params: params(),
        body: { emails: ['gil@alpha.test'], team_role: 4, team_role_id: role.id, ...more },
      });
    expect((await invite({})).body.failed.emails).toEqual([]);
    expect(await memberOf('gil@alpha.test')).toMatchObject({ state: 'PENDING', team_role: { name: 'Guest' } });
    await invite({ team_role_id: undefined });
    expect((await memberOf('gil@alpha.test'))?.team_role, 'invited again').toMatchObject({ name: 'Guest' });
    const sam = await team.join('sam@alpha.test');
    await assign(sam.email, role.id);
    const refused = [
      await invite({}, sam),
      await invite({ team_role: 7 }),
      await invite({ team_role_id: 2_000_000_011 }),
    ];
    expect(refused.map(each => each.status)).toEqual([403, 400, 404]);
    await remove(role.id, { replacement: 'contributor' });
  });

  it('should be deleted while people have it only with the role they get instead', async () => {
    const [ann, bob] = [await team.join('ann@alpha.test'), await team.join('bob@alpha.test')];
    const [old, next] = [(await make('Old', ['view-billing'])).body, (await make('Next', [])).body];
    for (const { email } of [ann, bob]) await assign(email, old.id);
    expect((await remove(old.id)).body).toMatchObject({ code: 'TEAM_ROLE_IN_USE', details: { members: 2 } });
    const foreign = await other.owner.call<TeamRoleView>('main', createTeamRole, {
      params: { team_id: other.id },
      body: { name: 'Foreign' },
    });
    expect((await remove(old.id, { replacement: foreign.body.id })).status).toBe(404);
    expect((await remove(old.id, { replacement: old.id })).status).toBe(404);
    expect((await remove(old.id, { replacement: next.id })).status).toBe(200);
    expect((await memberOf(ann.email))?.team_role).toEqual({ id: next.id, name: 'Next' });
    expect((await remove(next.id, { replacement: 'contributor' })).status).toBe(200);
    expect(await memberOf(bob.email)).toMatchObject({ user_role: 4, team_role: null });
  });
});
