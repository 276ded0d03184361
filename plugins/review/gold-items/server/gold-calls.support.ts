import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { GoldReport } from '../common/api.ts';

const plugins = [
  'teams',
  'projects',
  'items',
  'classes',
  'categories',
  'workflow',
  'editor',
  'editor-vector',
  'editor-classification',
  'form',
  'editor-form',
  'review',
  'item-details',
  'task-requests',
  'agreement',
  'exchange',
  'gold-items',
  'notifications',
];

export interface ListedItem {
  readonly id: number;
  readonly name: string;
  readonly [field: string]: unknown;
}

export const box = (x1: number, x2: number): object => ({
  id: newId(),
  type: 'bbox',
  classId: -1,
  attributes: [],
  probability: 100,
  points: { x1, y1: 0, x2, y2: 10 },
});

/** Makes projects with gold items and people who annotate. */
export function goldCalls(kind: DatabaseKind) {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let bob: TestPerson;
  let project: number;
  let gold: readonly number[];

  const place = (rest = ''): string => `/api/v1/project/${project}${rest}`;
  const inDatabase = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
    app.database.system('a test').transaction(async trx => (await statement.execute(trx)).rows);
  const add = async (...names: readonly string[]): Promise<readonly number[]> =>
    (
      await inDatabase(sql<{ id: number }>`
        insert into items.item (team_id, project_id, folder_id, name, annotation_status, width, height, created_at)
        select ${team.id}::int, ${project}::int, folder.id, given.name, 1, 100, 100, now() - interval '9 days'
        from unnest(${[...names]}::text[]) with ordinality as given (name, place)
        join items.folder as folder on folder.project_id = ${project}::int and folder.is_root order by given.place returning id`)
    ).map(row => row.id);
  const save = (person: TestPerson, item: number, ...instances: readonly object[]): Promise<Answer<unknown>> =>
    person.request('PUT', place(`/item/${item}/annotation`), {
      body: { op: newId(), base: 0, data: { metadata: { name: 'a.png' }, instances, tags: [], comments: [] } },
    });
  const change = (person: TestPerson, ids: readonly number[], what: object): Promise<Answer<unknown>> =>
    person.request('POST', place('/items/change'), { body: { selection: { item_ids: ids }, change: what } });
  const mark = (ids: readonly number[]): Promise<Answer<{ marked: number; refused: { message: string }[] }>> =>
    owner.request('POST', place('/gold/items'), { body: { item_ids: ids } });
  const seen = async (person: TestPerson): Promise<readonly ListedItem[]> =>
    (await person.request<{ data: ListedItem[] }>('GET', place('/items?limit=100'))).body.data;
  const copiesOf = async ({ email }: TestPerson): Promise<readonly number[]> =>
    (
      await inDatabase(sql<{ item_id: number }>`
        select item_id from gold_items.copy where project_id = ${project}::int and email = ${email} order by item_id`)
    ).map(row => row.item_id);
  const begin = async (type: number): Promise<void> => {
    project = (
      await owner.request<{ id: number }>('POST', '/project', {
        body: {
          name: `Photos ${crypto.randomUUID()}`,
          type,
          settings: [
            { attribute: 'ImageAutoAssignEnable', value: 1 },
            { attribute: 'ImageAutoAssignCount', value: 4 },
          ],
        },
      })
    ).body.id;
    await owner.request('POST', place('/share/bulk'), {
      body: {
        users: [
          { user_id: ana.email, user_role: 1 },
          { user_id: bob.email, user_role: 1 },
        ],
      },
    });
  };
  const submitOwn = async (person: TestPerson, item: number): Promise<void> =>
    void expect((await person.request('POST', place(`/item/${item}/agreement/own/submit`))).status).toBe(200);
  const report = async (): Promise<GoldReport> => (await owner.request<GoldReport>('GET', place('/gold'))).body;
  const request = async (person: TestPerson): Promise<readonly ListedItem[]> =>
    (await person.request<{ items: ListedItem[] }>('POST', place('/requests'), { body: {} })).body.items;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins });
    team = await app.team('North');
    ({ owner } = team);
    [ana, bob] = [await team.join('ana@north.test'), await team.join('bob@north.test')];
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);
  beforeEach(async () => {
    await begin(1);
    gold = await add('first.jpg', 'second.jpg', 'third.jpg');
    for (const item of gold) await save(owner, item, box(0, 10), box(50, 60));
    await change(owner, gold, { kind: 'status', value: 5 });
    await mark(gold);
  }, DATABASE_TIMEOUT_MS);

  return {
    get team() {
      return team;
    },
    get owner() {
      return owner;
    },
    get ana() {
      return ana;
    },
    get bob() {
      return bob;
    },
    get project() {
      return project;
    },
    get gold() {
      return gold;
    },
    place,
    inDatabase,
    add,
    save,
    change,
    mark,
    seen,
    copiesOf,
    begin,
    submitOwn,
    report,
    request,
  };
}

export type GoldCalls = ReturnType<typeof goldCalls>;
