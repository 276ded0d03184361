import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { PersonScore } from '../common/api.ts';

const WORK = '/services/work-management/api/v1';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let ana: TestPerson;
  let quinn: TestPerson;
  let stranger: TestPerson;
  let project: number;
  let other: number;
  let items: readonly number[];
  const score = async (name: string, more: object = {}): Promise<number> =>
    (
      await team.owner.request<{ id: number }>('POST', `${WORK}/scores`, {
        body: { name, type: 'rating', payload: { numberOfStars: 5 }, ...more },
      })
    ).body.id;
  const give = (scoreId: number, item: number, value: number, weight = 1) =>
    team.owner.request<{ error?: unknown; details?: unknown }>(
      'POST',
      `/services/scoring/api/v1/scores?project_id=${project}`,
      { body: { data: [{ item_id: item, score_id: scoreId, user_id: ana.email, user_role: 1, value, weight }] } },
    );
  const history = (who: TestPerson, email: string) =>
    who.request<{ data: PersonScore[]; code?: string }>(
      'GET',
      `/api/v1/teams/${team.id}/members/scores?email=${email}`,
    );

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [
        'projects',
        'teams',
        'items',
        'classes',
        'workflow',
        'editor',
        'annotation-api',
        'form',
        'custom-fields',
        'scores',
      ],
    });
    team = await app.team('North');
    ana = await team.join('ana@north.test');
    quinn = await team.join('quinn@north.test');
    stranger = (await app.team('South')).owner;
    const make = async (name: string): Promise<{ id: number; folder_id: number }> =>
      (await team.owner.request<{ id: number; folder_id: number }>('POST', '/project', { body: { name, type: 1 } }))
        .body;
    const made = await make('Rated');
    project = made.id;
    other = (await make('Other')).id;
    await team.owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: {
        users: [
          { user_id: ana.email, user_role: 1 },
          { user_id: quinn.email, user_role: 2 },
        ],
      },
    });
    items = (
      await team.owner.request<{ id: number }[]>('POST', '/image/ext-create', {
        body: {
          project_id: project,
          folder_id: made.folder_id,
          team_id: team.id,
          upload_state: 3,
          images: ['a', 'b'].map(name => ({ name, path: `https://files.test/${name}` })),
          meta: {},
        },
      })
    ).body.map(each => each.id);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  it('should return the weighted averages, days, projects and latest values of a person', async () => {
    const id = await score('Accuracy');
    await give(id, items[0]!, 5, 3);
    await give(id, items[1]!, 1, 1);
    const { body } = await history(team.owner, ana.email);
    expect(body.data).toMatchObject([
      {
        score_id: id,
        name: 'Accuracy',
        values: 2,
        averages: { 7: 4, 14: 4, 30: 4 },
        projects: [{ project_id: project, name: 'Rated', average: 4, values: 2 }],
        latest: [
          { item_id: items[1], value: 1, weight: 1 },
          { item_id: items[0], value: 5, weight: 3 },
        ],
      },
    ]);
    expect(body.data[0]!.days).toEqual([{ day: new Date().toISOString().slice(0, 10), average: 4 }]);
  });

  it('should show each person their own scores, and those of others by the right only', async () => {
    expect((await history(ana, ana.email)).body.data.map(each => each.name)).toEqual(['Accuracy']);
    expect((await history(quinn, ana.email)).status).toBe(403);
    expect((await history(team.owner, 'nobody@north.test')).status).toBe(404);
    expect([403, 404]).toContain((await history(stranger, ana.email)).status);
  });

  it('should keep a score for admins from the member', async () => {
    const id = await score('Speed', { visible_to: 'admins' });
    await give(id, items[0]!, 2);
    const names = async (who: TestPerson): Promise<readonly string[]> =>
      (await history(who, ana.email)).body.data.map(each => each.name);
    expect(await names(team.owner)).toContain('Speed');
    expect(await names(ana)).not.toContain('Speed');
    const { body } = await ana.request<{ data: { score_id: number }[] }>(
      'GET',
      `/services/scoring/api/v1/scores?project_id=${project}`,
    );
    expect(body.data.map(each => each.score_id)).not.toContain(id);
    await team.owner.request('PATCH', `${WORK}/scores/${id}`, { body: { visible_to: 'member' } });
    expect(await names(ana)).toContain('Speed');
  });

  it('should take values in the projects of a score only', async () => {
    const id = await score('Local', { project_ids: [other] });
    const refused = await give(id, items[0]!, 2);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('is not used in this project');
    await team.owner.request('PATCH', `${WORK}/scores/${id}`, { body: { project_ids: null } });
    expect((await give(id, items[0]!, 2)).status).toBeLessThan(300);
    expect((await team.owner.request('PATCH', `${WORK}/scores/${id}`, { body: { project_ids: [] } })).status).toBe(400);
    const theirs = (await stranger.request<{ id: number }>('POST', '/project', { body: { name: 'Theirs', type: 1 } }))
      .body.id;
    expect(
      (await team.owner.request('PATCH', `${WORK}/scores/${id}`, { body: { project_ids: [theirs] } })).status,
    ).toBe(404);
    expect(
      (
        await team.owner.request('POST', `${WORK}/scores`, {
          body: { name: 'Far', type: 'rating', payload: { numberOfStars: 5 }, project_ids: [theirs] },
        })
      ).status,
    ).toBe(404);
  });
});
