import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Contributor, Project, ProjectWithRights, StoredSetting } from '../common/project.ts';
import { pinsApi, projectsApi } from '../common/api.ts';
import { contributorsApi } from '../common/contributors-api.ts';

const {
  listProjects,
  getProject,
  createProject,
  updateProject,
  deleteProject,
  restoreProject,
  projectNameExists,
  getSettings,
  updateSettings,
} = projectsApi.operations;
const { listContributors, shareProject, updateContributor } = contributorsApi.operations;

interface Listed {
  readonly data: readonly Project[];
  readonly count: number;
}
interface Shared {
  readonly data: readonly Contributor[];
  readonly count: number;
  readonly roles: readonly { readonly id: number }[];
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let other: TestTeam;
  let admin: TestPerson;
  let ana: TestPerson;
  let pat: TestPerson;
  let names = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['projects', 'teams'], jobs: false });
    team = await app.team('Alpha');
    other = await app.team('Beta');
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

  describe('a new project', () => {
    it('should begin as the public client expects', async () => {
      const made = await make({
        name: 'Cars',
        description: 'd',
        team_id: '1',
        classes: [],
        contributors: [],
        settings: [{ attribute: 'ImageQuality', value: 100 }],
      });
      expect(made).toMatchObject({
        name: 'Cars',
        type: 1,
        description: 'd',
        status: 1,
        upload_state: 1,
        workflow_id: 1,
        creator_id: team.owner.email,
        my_role: 3,
        pinned: false,
      });
      const settings = await team.owner.call<StoredSetting[]>('main', getSettings, { params: { project_id: made.id } });
      expect(settings.body.find(each => each.attribute === 'ImageQuality')?.value).toBe(100);
      expect(settings.body.map(each => each.attribute)).toContain('WorkflowType');
    });

    it('should keep files by address where the type has them so', async () => {
      expect((await make({ type: 3 })).upload_state).toBe(3);
      expect((await make({ type: 8 })).upload_state).toBe(3);
      expect((await make({ type: 8, storage: 'uploaded' })).upload_state).toBe(3);
    });

    it('should keep files as was chosen, and leave it to the first upload otherwise', async () => {
      expect((await make({ storage: 'uploaded' })).upload_state).toBe(2);
      expect((await make({ storage: 'external' })).upload_state).toBe(3);
      // Clients repeat whole projects; that is no choice.
      expect((await make({ upload_state: 3 })).upload_state).toBe(1);
    });

    it('should have a name of its own in the team, whatever the case', async () => {
      await make({ name: 'Unique' });
      const again = await team.owner.call('main', createProject, { body: { name: ' uNIQUE ', type: 1 } });
      expect(again.status).toBe(409);
      expect(again.body).toMatchObject({ code: 'NAME_EXISTS', error: 'A project with this name already exists.' });
      expect((await other.owner.call('main', createProject, { body: { name: 'Unique', type: 1 } })).status).toBe(201);
    });

    it.each([
      [{ name: 'a/b', type: 1 }, 'name'],
      [{ name: '', type: 1 }, 'name'],
      [{ name: 'x'.repeat(300), type: 1 }, 'name'],
      [{ name: 'Fine', type: 9 }, 'type'],
      [{ name: 'Fine', type: 'vector' }, 'type'],
      [{ name: 'Fine', type: 1, instructions_link: 'javascript:alert(1)' }, 'instructions_link'],
      [{ name: 'Fine', type: 1, settings: [{ attribute: 'ImageQuality', value: 7 }] }, 'ImageQuality'],
      [{ name: 'Fine', type: 1, settings: [{ attribute: 'Nonsense', value: 7 }] }, 'Nonsense'],
    ])('should be refused as %j and name the field', async (body, field) => {
      const answer = await team.owner.call<{ code: string; error: string }>('main', createProject, { body });
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe('INVALID_FIELD');
      expect(answer.body.error).toContain(field);
    });

    it('should be made by team admins only', async () => {
      expect((await admin.call('main', createProject, { body: { name: `By admin ${++names}`, type: 1 } })).status).toBe(
        201,
      );
      expect((await ana.call('main', createProject, { body: { name: 'By Ana', type: 1 } })).status).toBe(403);
    });

    it('should check names as people type them', async () => {
      await make({ name: 'Known' });
      const check = async (name: string) =>
        (await team.owner.call('main', projectNameExists, { query: { name } })).body;
      expect(await check('known')).toEqual({ exists: true, valid: true });
      expect(await check('Unknown')).toEqual({ exists: false, valid: true });
      expect(await check('a*b')).toMatchObject({ valid: false });
    });
  });

  describe('who sees a project', () => {
    it('should be team admins, and contributors who are in it; it does not exist for others', async () => {
      const { id } = await make();
      expect((await opened(admin, id)).status).toBe(200);
      expect((await opened(ana, id)).status).toBe(404);
      expect((await opened(other.owner, id)).status).toBe(404);
      await share(team.owner, id, ana.email, 1);
      expect((await opened(ana, id)).status).toBe(200);
      expect((await opened(pat, id)).status).toBe(404);
    });

    it('should be what lists show', async () => {
      const { id } = await make({ name: `Listed ${++names}` });
      const listed = async (by: TestPerson) =>
        (await by.call<Listed>('main', listProjects, { query: { name: 'LISTED' } })).body.data.map(each => each.id);
      expect(await listed(admin)).toContain(id);
      expect(await listed(ana)).not.toContain(id);
      expect(await listed(other.owner)).toEqual([]);
    });

    it('should answer 404 to changes by those who do not see it, and 403 to those who do', async () => {
      const { id } = await make();
      const rename = (by: TestPerson) =>
        by.call('main', updateProject, { params: { project_id: id }, body: { name: `New ${++names}` } });
      expect((await rename(ana)).status).toBe(404);
      expect((await rename(other.owner)).status).toBe(404);
      await share(team.owner, id, ana.email, 1);
      expect((await rename(ana)).status).toBe(403);
      await share(team.owner, id, ana.email, 3);
      expect((await rename(ana)).status).toBe(200);
      expect((await ana.call('main', deleteProject, { params: { project_id: id } })).status).toBe(403);
    });
  });

  describe('rights in a project', () => {
    it('should follow the role, apart for project and folder', async () => {
      const { id } = await make();
      await share(team.owner, id, ana.email, 1);
      await share(team.owner, id, pat.email, 2);
      const asAna = (await opened(ana, id)).body;
      expect(asAna.my_role).toBe(1);
      expect(asAna.accesses.project.actions).toContain('RequestItem');
      expect(asAna.accesses.project.actions).not.toContain('UpdateProject');
      expect(asAna.accesses.folder.actions).toContain('ApplyItemTransition');
      expect(asAna.accesses.folder.actions).not.toContain('ApplyItemStatus');
      expect((await opened(pat, id)).body.accesses.folder.actions).toContain('ApplyItemApprovalStatus');
      const asAdmin = (await opened(admin, id)).body;
      expect(asAdmin.my_role).toBe(3);
      expect(asAdmin.accesses.project.actions).toEqual(
        expect.arrayContaining(['UpdateProject', 'UploadItem', 'DeleteProject']),
      );
    });

    it('should have the pause mark while paused', async () => {
      const { id } = await make();
      await share(team.owner, id, ana.email, 1);
      const [member] = (await contributors(team.owner, id)).data;
      await team.owner.call('main', updateContributor, {
        params: { project_id: id, contributor_id: member!.id },
        body: { paused: true },
      });
      const seen = (await opened(ana, id)).body;
      expect(seen.paused).toBe(true);
      expect(seen.accesses.project.actions).toContain('IsPausedUser');
    });
  });

  describe('the list', () => {
    it('should find, filter, sort, page and count', async () => {
      const first = await make({ name: 'Zebra crossing A' });
      const second = await make({ name: 'zebra crossing b', status: 2 });
      await make({ name: 'Zebra Crossing C', status: 4 });
      const list = async (query: object) =>
        (await team.owner.call<Listed>('main', listProjects, { query: { name: 'zebra cross', ...query } })).body;
      expect((await list({ sort: 'name', order: 'desc' })).data.map(each => each.name)).toEqual([
        'Zebra Crossing C',
        'zebra crossing b',
        'Zebra crossing A',
      ]);
      expect((await list({ status: [1, 2] })).data.map(each => each.id)).toEqual([first.id, second.id]);
      expect(await list({ limit: 1, offset: 1 })).toMatchObject({ count: 3, data: [{ id: second.id }] });
      expect(await list({ offset: 3 })).toMatchObject({ count: 3, data: [] });
    });

    it('should sort by the due date, projects without one last', async () => {
      for (const [name, value] of Object.entries({ May: '2026-05-20', never: '', April: '2026-04-30' }))
        await make({ name: `Due ${name}`, settings: [{ attribute: 'DueDate', value }] });
      const list = async (order: string) =>
        (
          await team.owner.call<Listed>('main', listProjects, { query: { name: 'due ', sort: 'due', order } })
        ).body.data.map(each => each.name);
      expect(await list('asc')).toEqual(['Due April', 'Due May', 'Due never']);
      expect(await list('desc')).toEqual(['Due May', 'Due April', 'Due never']);
    });

    it('should take the signs of a name as they are', async () => {
      await make({ name: '100% a_b, c! @ # $ +' });
      const { body } = await team.owner.call<Listed>('main', listProjects, { query: { name: '% a_b, c! @ # $ +' } });
      expect(body.count).toBe(1);
    });

    it('should refuse a parameter nobody knows, by name', async () => {
      const answer = await team.owner.request<{ error: string }>('GET', '/api/v1/projects?colour=red');
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain('colour');
    });
  });

  describe('pins', () => {
    it('should be each person’s own, and can come first', async () => {
      const a = await make({ name: 'Pin A' });
      const b = await make({ name: 'Pin B' });
      const pin = (pinned: boolean) =>
        team.owner.call('work-management', pinsApi.operations.editPinState, { body: { project_id: b.id, pinned } });
      expect((await pin(true)).status).toBe(200);
      const list = async (by: TestPerson) =>
        (
          await by.call<Listed>('main', listProjects, { query: { name: 'pin ', sort: 'name', pinned_first: true } })
        ).body.data.map(each => [each.id, each.pinned]);
      expect(await list(team.owner)).toEqual([
        [b.id, true],
        [a.id, false],
      ]);
      expect(await list(admin)).toEqual([
        [a.id, false],
        [b.id, false],
      ]);
      await pin(false);
      expect(await list(team.owner)).toEqual([
        [a.id, false],
        [b.id, false],
      ]);
    });
  });

  describe('changing a project', () => {
    it('should keep what is not given, and settings when the client sends none', async () => {
      const made = await make({ description: 'stays' });
      const { body } = await team.owner.call<Project>('main', updateProject, {
        params: { project_id: made.id },
        body: {
          ...made,
          name: 'Renamed',
          settings: [],
          classes: [],
          status: 2,
          instructions_link: 'https://docs.test/a',
        },
      });
      expect(body).toMatchObject({
        name: 'Renamed',
        description: 'stays',
        status: 2,
        instructions_link: 'https://docs.test/a',
      });
      const without = await team.owner.call<Project>('main', updateProject, {
        params: { project_id: made.id },
        body: { instructions_link: '' },
      });
      expect(without.body.instructions_link).toBeNull();
      expect(
        (await team.owner.call<StoredSetting[]>('main', getSettings, { params: { project_id: made.id } })).body.length,
      ).toBeGreaterThan(20);
    });

    it('should write settings by id or name, all or none', async () => {
      const { id } = await make();
      const put = (settings: object[]) =>
        team.owner.call<StoredSetting[]>('main', updateSettings, { params: { project_id: id }, body: { settings } });
      const wrong = await put([
        { attribute: 'ShowLabels', value: 0 },
        { attribute: 'ImageQuality', value: 3 },
      ]);
      expect(wrong.status).toBe(400);
      const now = (await put([{ attribute: 'ImageQuality', value: 100 }])).body;
      expect(now.find(each => each.attribute === 'ImageQuality')?.value).toBe(100);
      expect(now.find(each => each.attribute === 'ShowLabels')?.value).toBe(1);
      const byId = now.find(each => each.attribute === 'ShowLabels')!.id;
      expect((await put([{ id: byId, value: 0 }])).body.find(each => each.id === byId)?.value).toBe(0);
    });
  });

  describe('a deleted project', () => {
    it('should be gone with its rights, free its name, and come back', async () => {
      const { id } = await make({ name: 'Phoenix' });
      await share(team.owner, id, ana.email, 3);
      expect((await team.owner.call('main', deleteProject, { params: { project_id: id } })).status).toBe(200);
      expect((await opened(team.owner, id)).status).toBe(404);
      expect(
        (await ana.call('main', updateSettings, { params: { project_id: id }, body: { settings: [] } })).status,
      ).toBe(404);
      expect((await team.owner.call('main', deleteProject, { params: { project_id: id } })).status).toBe(404);
      const bin = await team.owner.call<Listed>('main', listProjects, { query: { deleted: true } });
      expect(bin.body.data.map(each => each.id)).toContain(id);
      expect((await ana.call('main', listProjects, { query: { deleted: true } })).status).toBe(403);
      expect((await other.owner.call('main', restoreProject, { params: { project_id: id } })).status).toBe(404);
      expect((await team.owner.call('main', restoreProject, { params: { project_id: id } })).status).toBe(200);
      expect((await opened(ana, id)).body.my_role).toBe(3);
    });

    it('should not come back over a project that took its name', async () => {
      const { id } = await make({ name: 'Taken' });
      await team.owner.call('main', deleteProject, { params: { project_id: id } });
      await make({ name: 'Taken' });
      const answer = await team.owner.call('main', restoreProject, { params: { project_id: id } });
      expect(answer.status).toBe(409);
      expect(answer.body['code']).toBe('NAME_EXISTS');
    });
  });
});
