import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { MemberProject, MemberWork } from '../common/api.ts';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let other: TestTeam;
  let admin: TestPerson;
  let ana: TestPerson;
  let ben: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'member-projects'], jobs: false });
    team = await app.team('Alpha');
    other = await app.team('Beta');
    admin = await team.join('adam@alpha.test', 7);
    ana = await team.join('ana@alpha.test');
    ben = await team.join('ben@alpha.test');
    for (const name of ['Cars', 'Boats']) {
      const { id } = (await team.owner.request<{ id: number }>('POST', '/project', { body: { name, type: 1 } })).body;
      await team.owner.request('POST', `/api/v1/project/${id}/share/bulk`, {
        body: {
          users: [
            { user_id: ana.email, user_role: 1 },
            ...(name === 'Cars' ? [{ user_id: ben.email, user_role: 2 }] : []),
          ],
        },
      });
    }
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  const work = async (by: TestPerson): Promise<readonly MemberWork[]> =>
    (await by.request<{ data: MemberWork[] }>('GET', `/api/v1/teams/${team.id}/members/work`)).body.data;
  const projects = (by: TestPerson, email: string) =>
    by.request<{ data: MemberProject[] }>('GET', `/api/v1/teams/${team.id}/members/projects?email=${email}`);

  describe('work of members', () => {
    it('should be counted for who manages people', async () => {
      for (const by of [team.owner, admin]) {
        expect((await work(by)).find(each => each.email === ana.email)).toEqual({
          email: ana.email,
          projects: 2,
          paused: 0,
          assigned: 0,
        });
        expect((await projects(by, ana.email)).body.data.map(each => [each.name, each.role_name])).toEqual([
          ['Boats', 'Annotator'],
          ['Cars', 'Annotator'],
        ]);
      }
    });

    it('should be shown to contributors for themselves only', async () => {
      expect(await work(ana)).toEqual([{ email: ana.email, projects: 2, paused: 0, assigned: 0 }]);
      expect((await projects(ana, ana.email)).body.data).toHaveLength(2);
      expect((await projects(ana, ben.email)).status).toBe(404);
    });

    it('should not be there for another team', async () => {
      expect((await other.owner.request('GET', `/api/v1/teams/${team.id}/members/work`)).status).toBe(404);
      expect((await projects(other.owner, ana.email)).status).toBe(404);
      expect(
        (await other.owner.request('GET', `/api/v1/teams/${other.id}/members/projects?email=${ana.email}`)).status,
      ).toBe(404);
    });

    it('should count pauses in all projects, and not count deleted projects', async () => {
      const pause = await team.owner.request('POST', '/services/work-management/api/v1/teams/editprojectsusers', {
        body: {
          query: { search: { $and: [{ 'projects.contributors.email': { $in: [ana.email] } }] } },
          body: { projectUsers: { permissions: { paused: true } } },
        },
      });
      expect(pause.status).toBe(200);
      expect((await work(admin)).find(each => each.email === ana.email)).toMatchObject({ projects: 2, paused: 2 });
      const { data } = (await projects(admin, ana.email)).body;
      await team.owner.request('DELETE', `/project/${data[0]!.project_id}`);
      expect((await work(admin)).find(each => each.email === ana.email)).toMatchObject({ projects: 1, paused: 1 });
    });

    it('should know when members were last active, not for who was invited only', async () => {
      await team.owner.request('POST', `/api/v1/team/${team.id}/inviteUsers`, {
        body: { emails: ['soon@alpha.test'], team_role: 4 },
      });
      const { data } = (
        await admin.request<{ data: { email: string; last_active_at: string | null }[] }>('GET', '/users')
      ).body;
      expect(Date.now() - Date.parse(data.find(each => each.email === admin.email)!.last_active_at!)).toBeLessThan(
        300_000,
      );
      expect(data.find(each => each.email === 'soon@alpha.test')!.last_active_at).toBeNull();
    });
  });
});
