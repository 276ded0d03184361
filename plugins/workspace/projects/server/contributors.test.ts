import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Contributor, Project, ProjectWithRights } from '../common/project.ts';
import { projectsApi } from '../common/api.ts';
import { contributorsApi } from '../common/contributors-api.ts';

const { getProject, createProject } = projectsApi.operations;
const { listContributors, shareProject, unshareProject, updateContributor, removeContributor } =
  contributorsApi.operations;

interface Shared {
  readonly data: readonly Contributor[];
  readonly count: number;
  readonly roles: readonly { readonly id: number }[];
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let admin: TestPerson;
  let ana: TestPerson;
  let pat: TestPerson;
  let names = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['projects', 'teams'], jobs: false });
    team = await app.team('Alpha');
    admin = await team.join('adam@alpha.test', 7);
    ana = await team.join('ana@alpha.test');
    pat = await team.join('pat@alpha.test');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  const make = async (draft: object = {}): Promise<Project> => {
    const answer = await team.owner.call<Project>('main', createProject, {
      body: { name: `Project ${++names}`, type: 1, ...draft },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const share = (by: TestPerson, id: number, email: string, role: number) =>
    by.call<{ invalidUsers: string[]; code?: string }>('main', shareProject, {
      params: { project_id: id },
      body: { users: [{ user_id: email, user_role: role }] },
    });
  const contributors = async (by: TestPerson, id: number): Promise<Shared> =>
    (await by.call<Shared>('main', listContributors, { params: { project_id: id } })).body;
  const opened = (by: TestPerson, id: number) =>
    by.call<ProjectWithRights & { code?: string }>('main', getProject, { params: { project_id: id } });

  describe('contributors', () => {
    it('should be members of the team, invited ones too; strangers are reported', async () => {
      const { id } = await make();
      await team.owner.request('POST', `/api/v1/team/${team.id}/inviteUsers`, {
        body: { emails: ['soon@alpha.test'], team_role: 4 },
      });
      const answer = await team.owner.call('main', shareProject, {
        params: { project_id: id },
        body: {
          users: [
            { user_id: 'Soon@alpha.test', user_role: 1 },
            { user_id: 'nobody@else.test', user_role: 1 },
          ],
        },
      });
      expect(answer.body).toEqual({ invalidUsers: ['nobody@else.test'] });
      const { data, roles } = await contributors(team.owner, id);
      expect(data).toMatchObject([
        { email: 'soon@alpha.test', state: 'PENDING', role: 1, role_name: 'Annotator', paused: false },
      ]);
      expect(roles.map(each => each.id)).toEqual([1, 2, 3]);
    });

    it('should have a role of the project', async () => {
      const { id } = await make();
      const answer = await share(team.owner, id, ana.email, 50);
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe('INVALID_FIELD');
    });

    it('should be changed by Project Admins, but neither themselves nor other Project Admins', async () => {
      const { id } = await make();
      await share(team.owner, id, ana.email, 3);
      await share(team.owner, id, pat.email, 3);
      const lee = await team.join(`lee${++names}@alpha.test`);
      expect((await share(ana, id, lee.email, 1)).status).toBe(200);
      const all = (await contributors(ana, id)).data;
      const idOf = (person: TestPerson) => all.find(each => each.email === person.email)!.id;
      const patch = (by: TestPerson, whom: TestPerson, body: object) =>
        by.call('main', updateContributor, { params: { project_id: id, contributor_id: idOf(whom) }, body });
      expect((await patch(ana, lee, { role: 2 })).status).toBe(200);
      expect((await patch(ana, lee, { role: 3 })).status).toBe(403);
      expect((await patch(ana, pat, { paused: true })).status).toBe(403);
      expect((await patch(ana, ana, { permissions: [28] })).status).toBe(403);
      expect((await share(ana, id, pat.email, 1)).status).toBe(403);
      expect(
        (await ana.call('main', removeContributor, { params: { project_id: id, contributor_id: idOf(pat) } })).status,
      ).toBe(403);
      expect((await patch(admin, pat, { role: 1 })).status).toBe(200);
      expect((await patch(lee, ana, { role: 1 })).status).toBe(403);
    });

    it('should be given rights of their role only', async () => {
      const { id } = await make();
      await share(team.owner, id, ana.email, 1);
      const [member] = (await contributors(team.owner, id)).data;
      const grant = (permissions: number[]) =>
        team.owner.call<Contributor & { error?: string }>('main', updateContributor, {
          params: { project_id: id, contributor_id: member!.id },
          body: { permissions },
        });
      expect((await grant([28])).body.error).toContain('Download can be given to Project Admins only');
      expect((await grant([21])).status).toBe(400);
      expect((await grant([35])).body.permissions).toEqual([35]);
      expect((await opened(ana, id)).body.accesses.project.actions).toContain('RunExplore');
    });

    it('should be seen by annotators of the own role only', async () => {
      const { id } = await make();
      await share(team.owner, id, ana.email, 1);
      await share(team.owner, id, pat.email, 2);
      expect((await contributors(ana, id)).data.map(each => each.email)).toEqual([ana.email]);
      expect((await contributors(pat, id)).count).toBe(2);
    });

    it('should leave by name, and the answer says who was not there', async () => {
      const { id } = await make();
      await share(team.owner, id, ana.email, 1);
      const answer = await team.owner.call('main', unshareProject, {
        params: { project_id: id },
        body: { user_id: [ana.email, 'nobody@else.test'] },
      });
      expect(answer.body).toEqual({ succeeded: [ana.email], failed: ['nobody@else.test'] });
      expect((await opened(ana, id)).status).toBe(404);
    });

    it('should leave every project with the team', async () => {
      const { id } = await make();
      const gone = await team.join(`gone${++names}@alpha.test`);
      await share(team.owner, id, gone.email, 1);
      const answer = await team.owner.request('DELETE', `/team/${team.id}/members/bulk`, {
        body: { data: [{ email: gone.email }] },
      });
      expect(answer.body).toMatchObject({ success: 1, error: 0 });
      expect((await contributors(team.owner, id)).data).toEqual([]);
      expect((await opened(gone, id)).status).toBe(404);
    });
  });
});
