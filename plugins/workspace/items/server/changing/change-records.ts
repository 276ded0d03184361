import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { ChangeCounts } from '../../common/change-outcome.ts';
import { mergedReasons } from '../../common/change-outcome.ts';
import type { ChangeRow, ItemTables } from '../items-tables.ts';
import type { FormerState } from './item-changing.ts';

/** Days for which a change can be undone. */
export const UNDOABLE_DAYS = 7;
/** Records that are forgotten in one transaction: a record of half a million items goes by itself. */
const FORGOTTEN_AT_ONCE = 20;

/** Facts of a new record; plain JSON is made here. */
export interface NewChange extends Pick<
  ChangeRow,
  'project_id' | 'kind' | 'value' | 'selection' | 'undoable' | 'total'
> {
  readonly undo_of?: number;
  readonly last_item?: number;
}

/** The tables of changes. Every method runs in the caller's transaction or one of its own. */
export class ChangeRecords {
  /** Keeps a change that begins. */
  async add(context: RequestContext, change: NewChange): Promise<ChangeRow> {
    const { value, selection, ...rest } = change;
    return context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .insertInto('items.change')
        .values({
          ...rest,
          team_id: context.team.id,
          creator_email: context.user.email,
          value: JSON.stringify(value ?? null),
          selection: JSON.stringify(selection),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  }

  /** A change of the caller in a project. @throws Fault NOT_FOUND */
  async get(
    context: RequestContext,
    projectId: number,
    id: number,
    options: { readonly lock?: boolean } = {},
  ): Promise<ChangeRow> {
    const row = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.change')
        .selectAll()
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('creator_email', '=', context.user.email)
        .$if(options.lock === true, query => query.forUpdate())
        .executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The change');
    return row;
  }

  /** Changes the caller made by jobs, newest first. */
  async list(
    context: RequestContext,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly ChangeRow[]; readonly count: number }> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const own = trx
        .selectFrom('items.change')
        .where('team_id', '=', context.team.id)
        .where('creator_email', '=', context.user.email)
        .where('job_id', 'is not', null)
        .where('created_at', '>', fresh);
      const { count } = await own.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return {
        rows: await own.selectAll().orderBy('id', 'desc').offset(page.offset).limit(page.limit).execute(),
        count,
      };
    });
  }

  /** Notes a step of a change: what became of its items, and how far it came. */
  async note(
    context: RequestContext,
    id: number,
    step: ChangeCounts,
    reached: number,
    over: boolean,
  ): Promise<ChangeRow> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const { refused, left_out: leftOut } = await trx
        .selectFrom('items.change')
        .select(['refused', 'left_out'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      return trx
        .updateTable('items.change')
        .set({
          changed: sql<number>`changed + ${step.changed}`,
          same: sql<number>`same + ${step.same}`,
          since: sql<number>`since + ${step.since}`,
          ...(step.refused.length === 0 ? {} : { refused: JSON.stringify(mergedReasons(refused, step.refused)) }),
          ...(step.leftOut === undefined || step.leftOut.length === 0
            ? {}
            : { left_out: JSON.stringify(mergedReasons(leftOut, step.leftOut)) }),
          reached,
          ...(over ? { finished_at: sql<Date>`now()` } : {}),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  }

  /** Stores the job that makes a change. */
  async setJob(context: RequestContext, id: number, jobId: string): Promise<ChangeRow> {
    return context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .updateTable('items.change')
        .set({ job_id: jobId })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  }

  /** Stores the change that undoes another one. */
  async setUndone(context: RequestContext, id: number, by: number): Promise<void> {
    await context.transaction((trx: Kysely<ItemTables>) =>
      trx.updateTable('items.change').set({ undone_by: by }).where('id', '=', id).execute(),
    );
  }

  /** Keeps what items had before a change. */
  async keep(context: RequestContext, id: number, former: readonly FormerState[]): Promise<void> {
    if (former.length === 0) return;
    const texts = (states: readonly unknown[]): string[] => states.map(each => JSON.stringify(each ?? null));
    await context.transaction((trx: Kysely<ItemTables>) =>
      sql`insert into items.former (team_id, change_id, item_id, before, after)
      select ${context.team.id}::int, ${id}::int, given.item_id, given.before::jsonb, given.after::jsonb
      from unnest(${former.map(each => each.item_id)}::int[], ${texts(former.map(each => each.before))}::text[], ${texts(former.map(each => each.after))}::text[]) as given (item_id, before, after)`.execute(
        trx,
      ),
    );
  }

  /** The next items of a change after one, with what they had. */
  async former(context: RequestContext, id: number, after: number, limit: number): Promise<readonly FormerState[]> {
    return context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.former')
        .select(['item_id', 'before', 'after'])
        .where('team_id', '=', context.team.id)
        .where('change_id', '=', id)
        .where('item_id', '>', after)
        .orderBy('item_id')
        .limit(limit)
        .execute(),
    );
  }

  /** Returns the number of items that a change can restore. */
  async formerCount(context: RequestContext, id: number): Promise<number> {
    const { items } = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.former')
        .select(sql<number>`count(*)::int`.as('items'))
        .where('team_id', '=', context.team.id)
        .where('change_id', '=', id)
        .executeTakeFirstOrThrow(),
    );
    return items;
  }

  /** Removes restored items from those that can be restored. */
  async dropFormer(context: RequestContext, id: number, items: readonly number[]): Promise<void> {
    await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .deleteFrom('items.former')
        .where('team_id', '=', context.team.id)
        .where('change_id', '=', id)
        .where(sql<boolean>`item_id = any(${[...items]}::int[])`)
        .execute(),
    );
  }
}

const fresh = sql<Date>`now() - make_interval(days => ${UNDOABLE_DAYS})`;

/** Forgets what items had before changes that can't be taken back any more, some at a time. */
export async function forgetOldChanges(database: Database): Promise<void> {
  const system = database.system<ItemTables>('forget old changes of items');
  for (let more = true; more;) more = await system.transaction(trx => forgetChanges(trx));
}

/** Forgets some of them; answers whether others are left. In a transaction of the system. */
export async function forgetChanges(trx: Kysely<ItemTables>): Promise<boolean> {
  const { rows } =
    await sql`delete from items.change where id in (select id from items.change where created_at < ${fresh} order by created_at limit ${FORGOTTEN_AT_ONCE}) returning id`.execute(
      trx,
    );
  return rows.length === FORGOTTEN_AT_ONCE;
}

/** True when a change is young enough to be taken back. */
export const isFresh = (row: Pick<ChangeRow, 'created_at'>): boolean =>
  Date.now() - row.created_at.getTime() < UNDOABLE_DAYS * 86_400_000;
