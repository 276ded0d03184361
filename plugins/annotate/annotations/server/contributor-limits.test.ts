import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';

interface Opened {
  readonly revision: number;
  readonly mayComment: boolean;
  readonly limits: object;
  readonly document: { readonly instances: readonly object[]; readonly comments: readonly { readonly id: string }[] };
}

/** Tests the settings that limit the annotations of contributors. */
eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let ana: TestPerson;
  let project: { id: number; folder_id: number };
  let classes: readonly { readonly id: number }[];
  let path: string;

  const box = (classId: number): object => ({
    id: 'one',
    type: 'bbox',
    classId,
    attributes: [],
    points: { x1: 1, y1: 1, x2: 9, y2: 8 },
  });
  const thread = {
    id: 'c1',
    x: 5,
    y: 5,
    resolved: false,
    correspondence: [{ text: 'Look here', email: 'owner@north.test' }],
  };
  const open = async (who: TestPerson): Promise<Opened> => (await who.request<Opened>('GET', `${path}/editor`)).body;
  const save = async (who: TestPerson, data: object): Promise<{ status: number; body: { error?: string } }> => {
    const { revision, document } = await open(who);
    return who.request('PUT', `${path}/annotation`, {
      body: { op: crypto.randomUUID(), base: revision, data: { ...document, ...data } },
    });
  };
  const set = (attribute: string, value: number): Promise<{ status: number }> =>
    team.owner.request('PUT', `/project/${project.id}/settings`, { body: { settings: [{ attribute, value }] } });

  beforeAll(async () => {
    app = await openTestApp(kind, { jobs: false });
    team = await app.team('North');
    ana = await team.join('ana@x.org');
    project = (
      await team.owner.request<{ id: number; folder_id: number }>('POST', '/project', {
        body: { name: 'Limits', type: 1 },
      })
    ).body;
    await team.owner.request('POST', `/api/v1/project/${project.id}/share/bulk`, {
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    classes = (
      await team.owner.request<{ id: number }[]>('POST', `/classes?project_id=${project.id}`, {
        body: { classes: ['Car', 'Van'].map(name => ({ name, color: '#FF0000', type: 1, attribute_groups: [] })) },
      })
    ).body;
    const item = await app.database.tenant<{ 'items.item': { id: number } }>(team.id).transaction(
      async trx =>
        (
          await trx
            .insertInto('items.item')
            .values({
              team_id: team.id,
              project_id: project.id,
              folder_id: project.folder_id,
              name: 'a.jpg',
              is_pinned: true,
              annotation_status: 2,
              width: 100,
              height: 100,
            } as never)
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
    );
    path = `/api/v1/project/${project.id}/item/${item}`;
    expect((await save(team.owner, { instances: [box(classes[0]!.id)], comments: [thread] })).status).toBe(200);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should refuse a contributor another class for an object while ClassChange is off', async () => {
    await set('ClassChange', 0);
    const [car, van] = classes.map(each => each.id) as [number, number];
    expect(await open(ana)).toMatchObject({ limits: { changesClass: false } });
    expect(await save(ana, { instances: [box(van)] })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('the class of an object cannot be changed') },
    });
    expect(
      (
        await save(ana, {
          instances: [
            { ...box(car), points: { x1: 2, y1: 2, x2: 9, y2: 8 } },
            { ...box(van), id: 'two' },
          ],
        })
      ).status,
      'a new object may have any class',
    ).toBe(200);
    expect((await save(team.owner, { instances: [box(van)] })).status).toBe(200);
    await set('ClassChange', 1);
    expect((await save(ana, { instances: [box(car)] })).status).toBe(200);
  });

  it('should refuse a shape that the class of an object does not allow, and keep what was drawn before', async () => {
    const [car, van] = classes.map(each => each.id) as [number, number];
    expect((await save(team.owner, { instances: [box(van)] })).status).toBe(200);
    const { status, body } = await team.owner.request('PUT', `/class/${van}?project_id=${project.id}`, {
      body: { name: 'Van', shapes: ['polygon', 'rbbox'] },
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { shapes: ['rbbox', 'polygon'] } });
    const refused = {
      status: 422,
      body: {
        error:
          'The annotations could not be stored. instances[1].type: “Van” can’t be drawn as Box. Allowed: Rotated box, Polygon.',
      },
    };
    expect(await save(ana, { instances: [box(van), { ...box(van), id: 'two' }] })).toMatchObject(refused);
    expect((await save(ana, { instances: [box(van), { ...box(car), id: 'two' }] })).status).toBe(200);
    expect(await save(ana, { instances: [box(van), { ...box(van), id: 'two' }] })).toMatchObject(refused);
    expect(
      (await team.owner.request('PUT', `/class/${van}?project_id=${project.id}`, { body: { name: 'Van', shapes: [] } }))
        .body,
    ).not.toHaveProperty('shapes');
    expect((await save(ana, { instances: [box(car)] })).status).toBe(200);
  });

  it('should keep comments from contributors, and through their saves, while ShowComments is off', async () => {
    expect((await open(ana)).document.comments).toHaveLength(1);
    await set('ShowComments', 0);
    expect(await open(ana)).toMatchObject({
      mayComment: false,
      limits: { seesComments: false },
      document: { comments: [] },
    });
    expect(
      (await ana.request<{ document: { comments: unknown[] } }>('GET', `${path}/annotation`)).body.document.comments,
    ).toEqual([]);
    expect((await save(ana, { comments: [{ ...thread, id: 'mine' }] })).status).toBe(200);
    expect((await open(team.owner)).document.comments.map(each => each.id)).toEqual(['c1']);
    await set('ShowComments', 1);
    expect((await open(ana)).document.comments).toHaveLength(1);
  });

  it('should let contributors download in bulk only while Download is on', async () => {
    const ask = (): Promise<{ status: number }> =>
      ana.request('POST', '/services/assets/api/v4/items/annotations/download/method', {
        body: { project_id: project.id, item_ids: [1] },
      });
    expect((await ask()).status).toBe(403);
    await set('Download', 1);
    expect((await ask()).status).toBe(200);
  });
});
