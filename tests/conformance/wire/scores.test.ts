import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface WireScore {
  readonly id: number;
  readonly team_id: number;
  readonly name: string;
  readonly type: string;
  readonly payload: object;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let project: number;
  let item: number;
  let count = 0;
  const create = (payload: object): Promise<{ status: number; body: WireScore & { error?: string } }> =>
    script.call('work-management', 'POST', '/api/v1/scores', { context: { team_id: team.id }, body: payload });
  const rating = async (): Promise<number> =>
    (await create({ name: `Accuracy ${(count += 1)}`, description: '', type: 'rating', payload: { numberOfStars: 5 } }))
      .body.id;
  const put = (data: readonly object[]): Promise<{ status: number; body: Record<string, unknown> }> =>
    script.call('scoring', 'POST', '/api/v1/scores', { query: { project_id: project }, body: { data } });
  const value = (scoreId: number, more: object = {}): object => ({
    item_id: item,
    score_id: scoreId,
    user_role_name: 'Annotator',
    user_role: 1,
    user_id: 'a@x.org',
    value: 5,
    weight: 0.5,
    component_id: 'r_1',
    ...more,
  });
  const values = async (query: Record<string, string | number> = {}): Promise<Record<string, unknown>[]> =>
    (
      await script.call<{ data: Record<string, unknown>[] }>('scoring', 'GET', '/api/v1/scores', {
        query: { project_id: project, item_id: item, user_id: 'a@x.org', offset: 0, ...query },
      })
    ).body.data;

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
    script = await scriptClient(app, team);
    project = await scriptProject(script, 'Rated', 8);
    const folder = (
      await script.call<{ id: number }>('main', 'GET', '/folder/getFolderByName', {
        query: { project_id: project, name: 'root' },
      })
    ).body.id;
    await script.call('main', 'POST', '/image/ext-create', {
      body: {
        project_id: project,
        folder_id: folder,
        team_id: team.id,
        upload_state: 3,
        images: [{ name: 'one', path: 'custom_llm' }],
        meta: {},
      },
    });
    item = (
      await script.call<{ data: { id: number }[] }>('items', 'POST', '/api/v1/items/search', {
        context: { project_id: project },
        body: { query: { search: {} } },
      })
    ).body.data[0]!.id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('templates', () => {
    it('are made with 201 and the bare entity, listed by age and deleted', async () => {
      const { status, body } = await create({
        name: 'Quality',
        description: 'd',
        type: 'number',
        payload: { min: 1, max: 100, step: 1 },
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        team_id: team.id,
        name: 'Quality',
        type: 'number',
        payload: { min: 1, max: 100, step: 1 },
      });
      const list = (): Promise<{ body: { data: WireScore[]; count: number } }> =>
        script.call('work-management', 'GET', '/api/v1/scores', { query: { offset: 0 } });
      expect((await list()).body.data.at(-1)).toMatchObject({ id: body.id });
      expect((await script.call('work-management', 'DELETE', `/api/v1/scores/${body.id}`)).status).toBe(200);
      expect((await list()).body.data.map(each => each.id)).not.toContain(body.id);
    });

    it('are found by filter', async () => {
      const id = await rating();
      expect(
        (
          await script.call<{ data: WireScore[] }>(
            'work-management',
            'GET',
            `/api/v1/scores?filter=id%7C%7C$eq%7C%7C${id}`,
          )
        ).body.data.map(each => each.id),
      ).toEqual([id]);
      expect(await script.call('work-management', 'GET', '/api/v1/scores?filter=payload||$eq||1')).toMatchObject({
        status: 400,
        body: { error: 'Invalid payload value' },
      });
    });

    it('need a payload that fits their type, and a name of their own', async () => {
      expect(await create({ name: 'N', type: 'rating', payload: { min: 1 } })).toMatchObject({
        status: 400,
        body: { error: 'payload.numberOfStars is not valid: is required for a rating' },
      });
      const name = `Taken ${(count += 1)}`;
      await create({ name, type: 'radio', payload: { options: [{ value: '1' }] } });
      expect(
        await create({ name: name.toUpperCase(), type: 'radio', payload: { options: [{ value: '1' }] } }),
      ).toMatchObject({ status: 409, body: { code: 'NAME_EXISTS' } });
    });

    it('that a form uses are not deleted', async () => {
      const id = await rating();
      await script.call('main', 'POST', `/project/${project}/custom-editor-template`, {
        body: { components: [{ id: 'g', children: [{ id: 'r_1', scoring: { id } }] }] },
      });
      expect(await script.call('work-management', 'DELETE', `/api/v1/scores/${id}`)).toMatchObject({
        status: 409,
        body: { error: 'The forms of these projects use the score: Rated. Take it out of them first.' },
      });
      await script.call('main', 'POST', `/project/${project}/custom-editor-template`, { body: { components: [] } });
      expect((await script.call('work-management', 'DELETE', `/api/v1/scores/${id}`)).status).toBe(200);
    });
  });

  it('of a form whose project was deleted can go', async () => {
    const id = await rating();
    const gone = await scriptProject(script, 'Gone', 8);
    await script.call('main', 'POST', `/project/${gone}/custom-editor-template`, {
      body: { components: [{ id: 'r', scoring: { id } }] },
    });
    await script.call('main', 'DELETE', `/project/${gone}`);
    expect((await script.call('work-management', 'DELETE', `/api/v1/scores/${id}`)).status).toBe(200);
  });

  describe('values', () => {
    it('are one for each score: a new one replaces the one before, and the role goes out as a text', async () => {
      const id = await rating();
      for (const stars of [2, 5]) expect((await put([value(id, { value: stars })])).status).toBe(200);
      expect(await values({ score_id: id })).toEqual([
        expect.objectContaining({
          item_id: item,
          team_id: team.id,
          project_id: project,
          user_id: 'a@x.org',
          user_role: '1',
          score_id: id,
          value: 5,
          weight: 0.5,
        }),
      ]);
    });

    it('that do not fit are refused with 400, and nothing of the call is stored', async () => {
      const [first, second] = [await rating(), await rating()];
      expect((await put([value(first), value(second, { value: 9 })])).status).toBe(400);
      expect((await put([value(first, { value: null })])).status).toBe(400);
      expect(await values({ score_id: first })).toEqual([]);
    });

    it('may be null together with their weight', async () => {
      const id = await rating();
      expect((await put([value(id, { value: null, weight: null })])).status).toBe(200);
      expect(await values({ score_id: id })).toMatchObject([{ value: null, weight: null }]);
    });

    it('are averaged by weight for the people of a project', async () => {
      const id = await rating();
      await put([value(id, { value: 5, weight: 3 }), value(id, { user_id: 'b@x.org', value: 1, weight: 1 })]);
      const { body } = await script.call<{ data: { score_id: number; user_id: string; average: number }[] }>(
        'work-management',
        'POST',
        '/api/v1/scores/getProjectScores',
        { body: { project_id: project } },
      );
      expect(body.data.filter(each => each.score_id === id)).toMatchObject([
        { user_id: 'a@x.org', average: 5 },
        { user_id: 'b@x.org', average: 1 },
      ]);
    });

    it('of an item or a score that is not there are not found', async () => {
      const id = await rating();
      expect((await put([value(id, { item_id: item + 1000 })])).status).toBe(404);
      expect((await put([value(id + 1000)])).status).toBe(404);
    });
  });
});
