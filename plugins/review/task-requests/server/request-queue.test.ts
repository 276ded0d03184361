import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { isLongRun } from '#tests/support/run-plan.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { itemRequestsApi } from '../common/api.ts';
import type { RequestQueueState } from '../common/api.ts';

const { getRequestQueue, requestItems } = itemRequestsApi.operations;

interface Given {
  readonly assigned: number;
  readonly items: readonly { readonly id: number; readonly name: string; readonly assignments: readonly object[] }[];
  readonly message: string | null;
  readonly code: string;
  readonly error: unknown;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let bob: TestPerson;
  let quinn: TestPerson;
  let boss: TestPerson;
  let project: number;
  let root: number;

  const system = <T>(
    work: (trx: Parameters<Parameters<ReturnType<typeof app.database.system>['transaction']>[0]>[0]) => Promise<T>,
  ): Promise<T> => app.database.system('a test').transaction(work);
  const set = async (settings: Readonly<Record<string, number>>): Promise<void> => {
    const wanted = Object.entries(settings).map(([attribute, value]) => ({ attribute, value }));
    expect(
      (
        await owner.call('main', projectsApi.operations.updateSettings, {
          params: { project_id: project },
          body: { settings: wanted },
        })
      ).status,
    ).toBe(200);
  };
  const ask = (person: TestPerson, category?: number): Promise<Answer<Given>> =>
    person.call('main', requestItems, {
      params: { project_id: project },
      body: category === undefined ? {} : { category_id: category },
    });
  const names = async (person: TestPerson, category?: number): Promise<string[]> =>
    (await ask(person, category)).body.items.map(each => each.name);
  const state = async (person: TestPerson): Promise<RequestQueueState> =>
    (await person.call<RequestQueueState>('main', getRequestQueue, { params: { project_id: project } })).body;
  const folder = async (name: string): Promise<number> =>
    (await owner.request<{ id: number }>('POST', `/folder?project_id=${project}`, { body: { name } })).body.id;
  /** Adds items by name, in the root when no folder is named. */
  const add = (
    list: readonly string[],
    place: { readonly folder?: number; readonly status?: number; readonly priority?: number } = {},
  ): Promise<number[]> =>
    system(async trx =>
      (
        await sql<{ id: number }>`
    insert into items.item (team_id, project_id, folder_id, name, annotation_status, entropy_value)
    select ${team.id}::int, ${project}::int, ${place.folder ?? root}::int, name, ${place.status ?? 1}::int, ${place.priority ?? null}::float8 from unnest(${[...list]}::text[]) with ordinality as given (name, place) order by place returning id`.execute(
          trx,
        )
      ).rows.map(row => row.id),
    );
  const worked = (ids: readonly number[], person: TestPerson): Promise<unknown> =>
    system(async trx => {
      await sql`insert into annotations.annotation (team_id, project_id, item_id, revision, document, instance_count, size, updated_by) select ${team.id}::int, ${project}::int, id, 1, '{}', 0, 2, ${person.email} from unnest(${[...ids]}::int[]) as given (id)`.execute(
        trx,
      );
      await sql`insert into annotations.annotation_version (team_id, item_id, revision, document, instance_count, size, updated_by, updated_at) select ${team.id}::int, id, 1, '{}', 0, 2, ${person.email}, now() from unnest(${[...ids]}::int[]) as given (id)`.execute(
        trx,
      );
    });
  const move = (status: number, email?: string): Promise<unknown> =>
    system(trx =>
      sql`update items.item set annotation_status = ${status}::int where project_id = ${project}::int and (${email ?? null}::text is null or id in (select item_id from items.assignment where email = ${email ?? null}::text))`.execute(
        trx,
      ),
    );
  const contributors = async (): Promise<readonly { id: number; email: string }[]> =>
    (await owner.request<{ data: { id: number; email: string }[] }>('GET', `/api/v1/project/${project}/contributors`))
      .body.data;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'categories', 'workflow', 'editor', 'task-requests'],
    });
    team = await app.team('North');
    ({ owner } = team);
    [ana, bob, quinn, boss] = [
      await team.join('ana@north.test'),
      await team.join('bob@north.test'),
      await team.join('quinn@north.test'),
      await team.join('boss@north.test'),
    ];
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  beforeEach(async () => {
    const settings = Object.entries({ ImageAutoAssignEnable: 1, ImageAutoAssignCount: 2 }).map(
      ([attribute, value]) => ({ attribute, value }),
    );
    project = (
      await owner.request<{ id: number }>('POST', '/project', {
        body: { name: `Photos ${crypto.randomUUID()}`, type: 1, settings },
      })
    ).body.id;
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: {
        users: [
          [ana, 1],
          [bob, 1],
          [quinn, 2],
          [boss, 3],
        ].map(([person, role]) => ({ user_id: (person as TestPerson).email, user_role: role })),
      },
    });
    root = await system(
      async trx =>
        (
          await sql<{ id: number }>`select id from items.folder where project_id = ${project}::int and is_root`.execute(
            trx,
          )
        ).rows[0]!.id,
    );
  }, DATABASE_TIMEOUT_MS);

  describe('a request of items', () => {
    it('should give the next batch by name, and the person sees it as assigned', async () => {
      await add(['c', 'a', 'b']);
      const { status, body } = await ask(ana);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        assigned: 2,
        message: null,
        items: [{ name: 'a', assignments: [{ user_id: ana.email, user_role: 1 }] }, { name: 'b' }],
      });
      const { body: seen } = await ana.call<{ data: { name: string }[] }>('main', itemsApi.operations.listItems, {
        params: { project_id: project },
      });
      expect(seen.data.map(each => each.name)).toEqual(['a', 'b']);
      expect(await names(bob)).toEqual(['c']);
    });

    it('should refuse who has items to finish, with their number, and give more when they are done', async () => {
      await add(['a', 'b', 'c']);
      await ask(ana);
      expect(await ask(ana)).toMatchObject({
        status: 409,
        body: { code: 'HAS_UNFINISHED_ITEMS', details: { unfinished: 2 } },
      });
      expect((await state(ana)).unfinished).toBe(2);
      await move(3, ana.email);
      expect(await names(ana)).toEqual(['c']);
    });

    it('should say that nothing is left', async () => {
      expect(await ask(ana)).toMatchObject({
        status: 200,
        body: { assigned: 0, items: [], message: 'Nothing is left for you.' },
      });
    });

    it('should be refused where it is off, to who is paused, and to who is no member at work', async () => {
      await add(['a']);
      expect((await ask(boss)).status).toBe(403);
      expect((await ask(owner)).status).toBe(403);
      await set({ ImageAutoAssignEnable: 0 });
      expect(await ask(ana)).toMatchObject({ status: 403, body: { code: 'FEATURE_DISABLED' } });
      expect(await state(ana)).toMatchObject({ on: false, count: 2 });
      await set({ ImageAutoAssignEnable: 1 });
      await system(trx =>
        sql`update projects.contributor set paused = true where project_id = ${project}::int and email = ${ana.email}`.execute(
          trx,
        ),
      );
      expect(await ask(ana)).toMatchObject({ status: 403, body: { code: 'USER_PAUSED' } });
    });

    it('should be of another project as if there were none', async () => {
      const { owner: stranger } = await app.team(`South${crypto.randomUUID().slice(0, 8)}`);
      expect((await ask(stranger)).status).toBe(404);
    });
  });

  describe('the order of the queue', () => {
    it('should begin with what came back, then own folders, others by name, and the root last', async () => {
      const [beta, alpha, mine] = [await folder('beta'), await folder('Alpha'), await folder('zoo')];
      await system(trx =>
        sql`insert into items.folder_user (team_id, project_id, folder_id, email) values (${team.id}::int, ${project}::int, ${mine}::int, ${ana.email}) on conflict do nothing`.execute(
          trx,
        ),
      );
      await set({ ImageAutoAssignCount: 50 });
      await add(['1 root']);
      await add(['2 beta'], { folder: beta });
      await add(['3 alpha'], { folder: alpha });
      await add(['4 mine'], { folder: mine });
      await add(['0 of another'], { folder: beta, status: 4 });
      await worked(await add(['9 came back'], { status: 4 }), ana);
      expect(await names(ana)).toEqual(['9 came back', '4 mine', '3 alpha', '0 of another', '2 beta', '1 root']);
    });

    it('should count by the numbers in names, like the list of items', async () => {
      await set({ ImageAutoAssignCount: 50 });
      await add(['frame 10', 'Frame 9', 'frame 2']);
      expect(await names(ana)).toEqual(['frame 2', 'Frame 9', 'frame 10']);
    });

    it('should be by priority where the project says so, without one last', async () => {
      await set({ ImageAutoAssignCount: 50, ItemAutoAssignOrder: 4 });
      await add(['a none']);
      await add(['b low'], { priority: 1 });
      await add(['c high'], { priority: 9 });
      await add(['d high'], { priority: 9 });
      expect(await names(ana)).toEqual(['c high', 'd high', 'b low', 'a none']);
    });

    it('should leave out folders and projects on hold, and folders that are completed', async () => {
      const [held, done] = [await folder('held'), await folder('done')];
      await add(['a'], { folder: held });
      await add(['b'], { folder: done });
      await add(['c', 'd']);
      await system(trx =>
        sql`update items.folder set status = case id when ${held}::int then 4 else 3 end where id in (${held}::int, ${done}::int)`.execute(
          trx,
        ),
      );
      expect(await names(ana)).toEqual(['c', 'd']);
      await system(trx => sql`update projects.project set status = 4 where id = ${project}::int`.execute(trx));
      await add(['e']);
      expect((await ask(bob)).body).toMatchObject({
        items: [],
        message: 'This project is on hold and hands out no tasks.',
      });
      expect(await state(bob)).toMatchObject({ on: false, categories: [] });
    });
  });

  describe('what a role gets', () => {
    it('should be what it works on: reviewers get what is to be checked, never what they annotated, also when an annotator has it', async () => {
      await add(['new']);
      await ask(ana);
      const [own] = await add(['own', 'foreign'], { status: 3 });
      await worked([own!], quinn);
      await move(3, ana.email);
      expect((await names(quinn)).toSorted()).toEqual(['foreign', 'new']);
    });
  });

  describe('categories', () => {
    let shoes: number;
    let bags: number;
    let ids: readonly number[];

    beforeEach(async () => {
      await set({ CategorizeItems: 1, ImageAutoAssignByCategory: 1 });
      const { data } = (
        await owner.request<{ data: { id: number }[] }>(
          'POST',
          `/services/work-management/api/v1/categories/bulk?project_id=${project}`,
          { body: { bulk: [{ name: 'Shoes' }, { name: 'Bags' }] } },
        )
      ).body;
      [shoes, bags] = data.map(each => each.id) as [number, number];
      ids = await add(['a', 'b', 'c']);
      await owner.request('POST', `/items/bulk/setcategory?project_id=${project}`, {
        body: {
          bulk: [
            { item_id: ids[1], categories: [shoes] },
            { item_id: ids[2], categories: [bags] },
          ],
        },
      });
    }, DATABASE_TIMEOUT_MS);

    it('should be listed with how many items are left, and one of them can be requested', async () => {
      expect(await state(ana)).toEqual({
        on: true,
        paused: false,
        count: 2,
        unfinished: 0,
        by_category: true,
        categories: [
          { id: bags, name: 'Bags', left: 1 },
          { id: shoes, name: 'Shoes', left: 1 },
        ],
      });
      expect(await names(ana, bags)).toEqual(['c']);
      expect((await state(bob)).categories).toEqual([
        { id: bags, name: 'Bags', left: 0 },
        { id: shoes, name: 'Shoes', left: 1 },
      ]);
    });

    it('should narrow what somebody gets who has some', async () => {
      const { id } = (await contributors()).find(each => each.email === ana.email)!;
      await system(trx =>
        sql`insert into categories.contributor_category (team_id, project_id, contributor_id, category_id) values (${team.id}::int, ${project}::int, ${id}::int, ${shoes}::int)`.execute(
          trx,
        ),
      );
      expect((await state(ana)).categories.map(each => each.name)).toEqual(['Shoes']);
      expect(await ask(ana, bags)).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD' } });
      expect(await names(ana)).toEqual(['b']);
    });

    it('should be refused where they cannot be chosen, and when they are not there', async () => {
      expect(await ask(ana, 99_999_999)).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD' } });
      await set({ ImageAutoAssignByCategory: 0 });
      expect(await ask(ana, bags)).toMatchObject({ status: 403, body: { code: 'FEATURE_DISABLED' } });
      expect(await state(ana)).toMatchObject({ by_category: false, categories: [] });
    });
  });

  describe('twenty people at once', () => {
    it(
      'should each get items of their own, and together all there are',
      async () => {
        const people: TestPerson[] = [];
        for (let at = 0; at < 20; at += 1) people.push(await team.join(`crowd${at}.${project}@north.test`));
        await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
          body: { users: people.map(person => ({ user_id: person.email, user_role: 1 })) },
        });
        await set({ ImageAutoAssignCount: 4 });
        const [one, other] = [await folder('one'), await folder('other')];
        for (const place of [one, other, root])
          await add(
            Array.from({ length: 20 }, (_, at) => `${at} of ${place}`),
            { folder: place },
          );
        // Everybody asks twice: the second time finds what the first gave.
        const answers = await Promise.all(people.flatMap(person => [ask(person), ask(person)]));
        const given = answers.flatMap(each => (each.status === 200 ? each.body.items.map(item => item.id) : []));
        expect(new Set(given).size).toBe(given.length);
        expect(given.length).toBe(60);
        const most = await system(
          async trx =>
            (
              await sql<{
                items: number;
              }>`select count(*)::int as items from items.assignment where project_id = ${project}::int group by email order by 1 desc limit 1`.execute(
                trx,
              )
            ).rows[0]!.items,
        );
        expect(most).toBe(4);
      },
      DATABASE_TIMEOUT_MS,
    );
  });

  describe('fifty people at once', () => {
    // The embedded database has one session, where nobody meets anybody.
    it.runIf(kind === 'postgres' || isLongRun)(
      'should each get a full batch while items last, no item twice, and together every one',
      async () => {
        const [crowd, batch, folders, each] = [50, 3, 4, 110];
        const people: TestPerson[] = [];
        for (let at = 0; at < crowd; at += 1) people.push(await team.join(`worker${at}.${project}@north.test`));
        await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
          body: { users: people.map(person => ({ user_id: person.email, user_role: 1 })) },
        });
        await set({ ImageAutoAssignCount: batch });
        const all: number[] = [];
        for (let at = 0; at < folders; at += 1)
          all.push(
            ...(await add(
              Array.from({ length: each }, (_, item) => `${item} of ${at}`),
              { folder: await folder(`place ${at}`) },
            )),
          );

        const given: number[] = [];
        for (let left = all.length; left > 0;) {
          // Some are unlucky and press twice.
          const answers = await Promise.all(
            people.flatMap((person, at) => (at % 5 === 0 ? [ask(person), ask(person)] : [ask(person)])),
          );
          for (const { status, body } of answers)
            expect([status, body.code]).toEqual(status === 409 ? [409, 'HAS_UNFINISHED_ITEMS'] : [200, undefined]);
          const batches = answers
            .filter(answer => answer.status === 200)
            .map(answer => answer.body.items.map(item => item.id))
            .filter(ids => ids.length > 0);
          const round = batches.flat();
          expect(batches.filter(ids => ids.length < batch).length).toBeLessThanOrEqual(left < crowd * batch ? 1 : 0);
          expect(round.length).toBe(Math.min(left, crowd * batch));
          given.push(...round);
          left -= round.length;
          await system(trx =>
            sql`update items.item set annotation_status = 3 where id in (select item_id from items.assignment where project_id = ${project}::int)`.execute(
              trx,
            ),
          );
        }
        expect(given.toSorted((one, other) => one - other)).toEqual(all.toSorted((one, other) => one - other));
        const twice = await system(
          async trx =>
            (
              await sql<{
                items: number;
              }>`select count(*)::int as items from (select item_id from items.assignment where project_id = ${project}::int group by item_id having count(*) > 1) doubled`.execute(
                trx,
              )
            ).rows[0]!.items,
        );
        expect(twice).toBe(0);
      },
      DATABASE_TIMEOUT_MS,
    );
  });
});
