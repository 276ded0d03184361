import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const WM = '/services/work-management/api/v1';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let ana: TestPerson;
  let pat: TestPerson;
  let project: number;
  let workflow: number;
  let expert: number;
  const make = async (path: string, body: object): Promise<number> =>
    (await team.owner.request<{ id: number }>('POST', path, { body })).body.id;
  const share = (email: string, role: number): Promise<unknown> =>
    team.owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: { users: [{ user_id: email, user_role: role }] },
    });

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['projects', 'teams', 'items', 'workflow', 'groups'], jobs: false });
    team = await app.team('North');
    ana = await team.join('ana@x.org');
    pat = await team.join('pat@x.org');
    expert = await make(`${WM}/roles`, { name: 'constructor', rolePermissions: [] });
    workflow = await make('/api/v1/workflows/submit', {
      name: 'Experts',
      raw_config: {
        roles: ['Annotator', 'constructor'],
        statuses: ['NotStarted', 'Completed'],
        start_status: 'NotStarted',
        allowed_resources_to_roles: { Annotator: { view_items: { statuses: ['NotStarted'] } } },
        transitions: [{ name: 'done', from: 'NotStarted', to: 'Completed', allowed_roles: ['Annotator'] }],
      },
    });
    project = await make('/project', { name: 'P', type: 1, workflow_id: workflow });
    await share(pat.email, expert);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should give statuses that are made at once codes of their own', async () => {
    const made = await Promise.all(
      [1, 2, 3, 4].map(at =>
        team.owner.request<{ value: number }>('POST', `${WM}/statuses`, { body: { name: `Same${at}` } }),
      ),
    );
    expect(made.map(each => each.status)).toEqual([201, 201, 201, 201]);
    expect(new Set(made.map(each => each.body.value)).size).toBe(4);
  });

  describe('a role that people have', () => {
    it('should stay, also when no workflow names it any more', async () => {
      const file = {
        roles: ['Annotator'],
        statuses: ['NotStarted', 'Completed'],
        start_status: 'NotStarted',
        allowed_resources_to_roles: { Annotator: { view_items: { statuses: ['NotStarted'] } } },
        transitions: [{ name: 'done', from: 'NotStarted', to: 'Completed', allowed_roles: ['Annotator'] }],
      };
      expect(
        (await team.owner.request('PATCH', `${WM}/workflows/${workflow}`, { body: { raw_config: file } })).status,
      ).toBe(200);
      expect(await team.owner.request('DELETE', `${WM}/roles/${expert}`)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', details: { people: 1, groups: 0 } },
      });
    });

    it('should let them see the project when it is gone all the same', async () => {
      await app.database
        .tenant<{ 'workflow.role': { id: number } }>(team.id)
        .transaction(trx => trx.deleteFrom('workflow.role').where('id', '=', expert).execute());
      expect((await pat.request('GET', `/api/v1/project/${project}`)).status).toBe(200);
    });

    it('should go when nobody has it', async () => {
      const { data } = (
        await team.owner.request<{ data: readonly { id: number; type: string }[] }>('GET', `${WM}/roles`)
      ).body;
      const system = data.find(each => each.type === 'system')!;
      expect((await team.owner.request('DELETE', `${WM}/roles/${system.id}`)).status).toBe(404);
      const free = await make(`${WM}/roles`, { name: 'Free', rolePermissions: [] });
      await share(ana.email, 1);
      expect((await team.owner.request('DELETE', `${WM}/roles/${free}`)).status).toBe(200);
    });
  });
});
