import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { definePlugin } from '#core/kernel/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ItemChangeView } from '../../common/change-api.ts';
import { itemChangeApi } from '../../common/change-api.ts';
import { ItemsHooks } from '../items-hooks.ts';
import type { ItemTables } from '../items-tables.ts';

export const { changeItems, undoItemChange, getItemChange, listItemChanges } = itemChangeApi.operations;

export type Changed = Answer<ItemChangeView & { readonly code: string; readonly error: string }>;

/** Makes a project with items for each test, changes them and waits for the jobs. */
export function changedItems(kind: DatabaseKind) {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let boss: TestPerson;
  let ana: TestPerson;
  let quinn: TestPerson;
  let project: number;
  let root: number;
  /** Called inside and after each step of a job. */
  let beforeWriting: (() => void) | undefined;
  let onStep: (() => void) | undefined;
  const watcher = defineServerHalf(definePlugin({ id: 'watcher', title: 'Watcher', requires: ['items'] }), {
    activate({ get, tap }) {
      tap(get(ItemsHooks).statusChanged, () => beforeWriting?.());
      tap(get(ItemsHooks).committed, () => onStep?.());
    },
  });

  const system = <T>(work: (trx: Kysely<ItemTables>) => Promise<T>): Promise<T> =>
    app.database.system<ItemTables>('a test').transaction(work);
  const add = (count: number, values: { readonly status?: number; readonly word?: string } = {}): Promise<number[]> =>
    system(async trx =>
      (
        await sql<{ id: number }>`
    insert into items.item (team_id, project_id, folder_id, name, annotation_status) select ${team.id}::int, ${project}::int, ${root}::int, ${values.word ?? 'photo'} || ' ' || lpad(n::text, 6, '0'), ${values.status ?? 1}::int
    from generate_series(1, ${count}::int) n returning id`.execute(trx)
      ).rows.map(row => row.id),
    );
  const change = (who: TestPerson, selection: object, kind: string, value?: unknown): Promise<Changed> =>
    who.call('main', changeItems, {
      params: { project_id: project },
      body: { selection, change: { kind, ...(value === undefined ? {} : { value }) } },
    });
  const undo = (who: TestPerson, id: number): Promise<Changed> =>
    who.call('main', undoItemChange, { params: { project_id: project, change_id: id } });
  const look = async (who: TestPerson, id: number): Promise<ItemChangeView> =>
    (await who.call<ItemChangeView>('main', getItemChange, { params: { project_id: project, change_id: id } })).body;
  const ended = async (who: TestPerson, { body }: Changed): Promise<ItemChangeView> => {
    expect(body.state).toBeDefined();
    await expect
      .poll(async () => (await look(who, body.id)).state, { timeout: 120_000, interval: 50 })
      .not.toBe('running');
    return look(who, body.id);
  };
  const numbers = (
    column: 'annotation_status' | 'approval_status' | 'is_pinned' | 'entropy_value' | 'deleted_by',
  ): Promise<Readonly<Record<string, number>>> =>
    system(async trx =>
      Object.fromEntries(
        (
          await sql<{ value: string; count: number }>`
    select coalesce(${sql.ref(column)}::text, 'none') as value, count(*)::int as count from items.item where project_id = ${project}::int group by 1`.execute(
            trx,
          )
        ).rows.map(row => [row.value, row.count]),
      ),
    );
  const assigned = (): Promise<readonly string[]> =>
    system(async trx =>
      (
        await sql<{
          line: string;
        }>`select user_role || ' ' || email || ' ' || count(*) as line from items.assignment where project_id = ${project}::int group by user_role, email order by 1`.execute(
          trx,
        )
      ).rows.map(row => row.line),
    );

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items'], halves: [watcher] });
    team = await app.team('North');
    ({ owner } = team);
    [boss, ana, quinn] = [
      await team.join('boss@north.test'),
      await team.join('ana@north.test'),
      await team.join('quinn@north.test'),
    ];
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  beforeEach(async () => {
    project = (
      await owner.request<{ id: number }>('POST', '/project', {
        body: { name: `Photos ${crypto.randomUUID()}`, type: 1 },
      })
    ).body.id;
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: {
        users: [
          [boss, 3],
          [ana, 1],
          [quinn, 2],
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

  return {
    get app() {
      return app;
    },
    get team() {
      return team;
    },
    get owner() {
      return owner;
    },
    get boss() {
      return boss;
    },
    get ana() {
      return ana;
    },
    get quinn() {
      return quinn;
    },
    get project() {
      return project;
    },
    get beforeWriting() {
      return beforeWriting;
    },
    set beforeWriting(value) {
      beforeWriting = value;
    },
    get onStep() {
      return onStep;
    },
    set onStep(value) {
      onStep = value;
    },
    system,
    add,
    change,
    undo,
    look,
    ended,
    numbers,
    assigned,
  };
}

export type ChangedItems = ReturnType<typeof changedItems>;
