import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ProjectSummary } from '../common/api.ts';
import { projectProgressApi } from '../common/api.ts';

const { createProject, getProject, updateProject } = projectsApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let project: number;
  let items: number[];

  const upload = async (name: string): Promise<number> => {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const answer = await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
      params: { project_id: project },
      query: { name },
      bytes,
    });
    expect(answer.status).toBe(200);
    return answer.body.item.id;
  };
  const move = async (ids: readonly number[], status: number): Promise<void> => {
    const answer = await owner.request('POST', `/api/v1/project/${project}/items/change`, {
      body: { selection: { item_ids: ids }, change: { kind: 'status', value: status } },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const status = async (): Promise<number> =>
    (await owner.call<{ status: number }>('main', getProject, { params: { project_id: project } })).body.status;
  const choose = async (chosen: number): Promise<void> => {
    const answer = await owner.call('main', updateProject, {
      params: { project_id: project },
      body: { status: chosen },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const summaries = async (person: TestPerson, ids: readonly number[]): Promise<readonly ProjectSummary[]> =>
    (
      await person.call<{ data: readonly ProjectSummary[] }>(
        'main',
        projectProgressApi.operations.listProjectSummaries,
        { query: { project_ids: ids } },
      )
    ).body.data;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'workflow', 'project-progress'],
    });
    team = await app.team('North');
    ({ owner } = team);
    ana = await team.join('ana@north.test');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  beforeEach(async () => {
    project = (
      await owner.call<{ id: number }>('main', createProject, {
        body: { name: `Birds ${crypto.randomUUID()}`, type: 1 },
      })
    ).body.id;
    items = [await upload('a.png'), await upload('b.png')];
  });

  describe('the status of a project', () => {
    it('should follow that of its items', async () => {
      expect(await status()).toBe(1);
      await move([items[0]!], 5);
      expect(await status()).toBe(2);
      await move([items[1]!], 5);
      expect(await status()).toBe(3);
      await upload('c.png');
      expect(await status()).toBe(2);
    });

    it('should be complete when the last items are completed at the same time', async () => {
      await Promise.all(items.map(id => move([id], 5)));
      expect(await status()).toBe(3);
    });

    it('should stay as a person chose it, until they choose what the items say', async () => {
      await move([items[0]!], 5);
      await choose(4);
      await move([items[1]!], 5);
      expect(await status()).toBe(4);
      await choose(3);
      await move([items[1]!], 4);
      expect(await status()).toBe(2);
    });
  });

  describe('the summary of a project', () => {
    it('should have its items by status, pictures and people', async () => {
      await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
        body: { users: [{ user_id: ana.email, user_role: 1 }] },
      });
      await move([items[0]!], 4);
      const [summary] = await summaries(owner, [project]);
      expect(summary).toMatchObject({
        project_id: project,
        returned: 1,
        statuses: [
          { status: 1, name: 'Not started', items: 1 },
          { status: 4, name: 'Returned', items: 1 },
        ],
        people: [{ email: ana.email }],
        people_count: 1,
      });
      expect(summary!.thumbnails).toHaveLength(2);
    });

    it('should show pictures of visible items only, and no project that the person does not see', async () => {
      expect(await summaries(ana, [project])).toEqual([]);
      await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
        body: { users: [{ user_id: ana.email, user_role: 1 }] },
      });
      expect((await summaries(ana, [project]))[0]!.thumbnails).toEqual([]);
      expect(await summaries((await app.team(`South ${kind}`)).owner, [project])).toEqual([]);
    });
  });
});
