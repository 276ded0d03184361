import { afterAll, beforeAll, expect, it } from 'vitest';
import { actionNames, isAction } from '#core/permissions/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { MemberRights } from '../common/api.ts';
import { rightsApi } from '../common/api.ts';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let admin: TestPerson;
  let ana: TestPerson;
  let projectId: number;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'rights'], jobs: false });
    team = await app.team('Alpha');
    admin = await team.join('adam@alpha.test', 7);
    ana = await team.join('ana@alpha.test');
    const made = await admin.request<{ id: number }>('POST', '/project', {
      body: { team_id: team.id, name: 'Streets', description: '', type: 1 },
    });
    projectId = made.body.id;
    await admin.request('POST', `/api/v1/project/${projectId}/share/bulk`, {
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  const explain = (email: string, project?: number, by = admin): Promise<Answer<MemberRights>> =>
    by.call<MemberRights>('main', rightsApi.operations.explainRights, {
      params: { team_id: team.id },
      query: { email, ...(project === undefined ? {} : { project_id: project }) },
    });

  it('should agree with what the person is answered about themselves, in the team and in a project', async () => {
    for (const person of [ana, admin, team.owner])
      for (const project of [undefined, projectId]) {
        const { body } = await explain(person.email, project, team.owner);
        const own = await person.request<{ allowed: Record<string, boolean> }>('POST', '/action/accessCheck', {
          body: { actions: [...actionNames], ...(project === undefined ? {} : { project_id: project }) },
        });
        const wrong = body.rights.filter(each => own.body.allowed[each.action] !== each.allowed);
        expect(wrong).toEqual([]);
        expect(body.rights.filter(each => each.rule.kind === 'plugin')).toEqual([]);
        expect(body.rights.every(each => isAction(each.action))).toBe(true);
      }
  });

  it('should name the rule, the role and how the person came to the project', async () => {
    const { body } = await explain(ana.email, projectId);
    expect(body.person).toMatchObject({ email: ana.email, role: 4 });
    expect(body.project).toMatchObject({ name: 'Streets', role_name: 'Annotator', through: 'direct' });
    const ruleOf = (action: string): object => body.rights.find(each => each.action === action)!;
    expect(ruleOf('AnnotateItem')).toMatchObject({
      allowed: true,
      rule: { kind: 'project-role', limit: 'visibleItems' },
    });
    expect(ruleOf('CreateProject')).toMatchObject({ allowed: false, rule: { kind: 'team-role' } });
    expect((await explain(admin.email, projectId)).body.project).toMatchObject({ through: 'team-admin' });
  });

  it('should name the role that the team made', async () => {
    const kim = await team.join('kim@alpha.test');
    const role = await admin.request<{ id: number }>('POST', `/api/v1/team/${team.id}/roles`, {
      body: { name: 'Lead', rights: ['create-projects'] },
    });
    await admin.request('PUT', `/api/v1/team/${team.id}/member/role`, {
      body: { e_mail: kim.email, team_role_id: role.body.id },
    });
    const { body } = await explain(kim.email);
    expect(body.person).toMatchObject({ role: 4, custom_role: 'Lead' });
    const right = (action: string) => body.rights.find(each => each.action === action);
    expect(right('CreateProject')).toMatchObject({ allowed: true, rule: { kind: 'custom-role', role: 'Lead' } });
    expect(right('ManageGroups')).toMatchObject({ allowed: false, rule: { kind: 'team-role' } });
    // Nobody else has what the role gives.
    expect((await explain(ana.email)).body.rights.find(each => each.action === 'CreateProject')?.allowed).toBe(false);
  });

  it('should name the switch that takes a right from everybody', async () => {
    await app.app.services.organizations.setFeature(team.organizationId, 'sdk', false);
    const { body } = await explain(admin.email);
    expect(body.rights.find(each => each.action === 'ViewSdkToken')).toMatchObject({
      allowed: false,
      rule: { kind: 'switch', feature: 'sdk' },
    });
    await app.app.services.organizations.setFeature(team.organizationId, 'sdk', true);
  });

  it('should be for managers, about their own team and people who are in it', async () => {
    const other = await app.team('Beta');
    expect((await explain(admin.email, undefined, ana)).status).toBe(403);
    expect((await explain(other.owner.email)).status).toBe(404);
    expect((await explain(ana.email, 2_000_000_011)).status).toBe(404);
    await admin.request('POST', `/api/v1/team/${team.id}/inviteUsers`, {
      body: { emails: ['new@alpha.test'], team_role: 4 },
    });
    expect(await explain('new@alpha.test')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });
});
