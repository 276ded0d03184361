import { inject } from 'inversify';
import type { Kysely, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Assignment } from '../common/item.ts';
import type { ItemRow } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { QueriedItems } from './item-query.ts';
import type { ItemTables } from './items-tables.ts';
import { VisibleAssignments } from './visible-assignments.ts';

/** Days for which a deleted item can be restored. */
export const RESTORABLE_DAYS = 7;

/** The caller's view of a project's items; undefined means all. */
interface Sight {
  /** Undefined: not only what is assigned to the caller or pinned. */
  readonly own:
    | {
        /** Undefined: every status. */
        readonly statuses: readonly number[] | undefined;
      }
    | undefined;
  /** Undefined: every folder. */
  readonly folders: readonly number[] | undefined;
}

export type ItemQuery<O> = SelectQueryBuilder<QueriedItems, 'item', O>;

/**
 * Ids of the items a person is assigned to. Asked on their own and given back as a list: joined in one statement, a
 * database that has not yet counted its rows (the embedded one counts rarely) compares every item with every
 * assignment.
 */
export async function assignedIds(
  trx: Kysely<ItemTables>,
  context: RequestContext,
  projectId: number,
  email: string,
): Promise<number[]> {
  const rows = await trx
    .selectFrom('items.assignment')
    .select('item_id')
    .where('team_id', '=', context.team.id)
    .where('project_id', '=', projectId)
    .where('email', '=', email)
    .execute();
  return rows.map(row => row.item_id);
}

/**
 * The item is pinned, assigned to a person, or one of `also`. A list that the database makes once, for the reason that
 * {@link assignedIds} gives.
 */
const isOwn = (context: RequestContext, projectId: number, also: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`item.id = any(${[...also]}::int[] || array(
    select pinned.id from items.item as pinned where pinned.team_id = ${context.team.id}::int
      and pinned.project_id = ${projectId}::int and pinned.is_pinned and pinned.deleted_at is null
    union all select own.item_id from items.assignment as own where own.team_id = ${context.team.id}::int
      and own.project_id = ${projectId}::int and own.email = ${context.user.email}))`;

/** The same, looked up for each item, for few of them: as a value, which the database does not join. */
const isEachOwn = (context: RequestContext, also: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`((item.is_pinned and item.deleted_at is null) or ${amongIds(also)} or (
    select true from items.assignment as own where own.team_id = item.team_id and own.project_id = item.project_id
      and own.email = ${context.user.email} and own.item_id = item.id limit 1))`;

/** The item is one of these. One parameter however many they are. */
export const amongIds = (ids: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`item.id = any(${[...ids]}::int[])`;

/** Reads items as far as the caller sees them; everything else is as if it were not there. */
export class ItemReader {
  readonly #sights = new WeakMap<RequestContext, Map<number, Promise<Sight | undefined>>>();

  constructor(
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(VisibleAssignments) private readonly visibleAssignments: VisibleAssignments,
  ) {}

  /**
   * Present items of a project that the caller sees, under the name `item`; `deleted` are those that can still be
   * restored, `among` leaves the others out.
   */
  async visible<Tables>(
    transaction: Kysely<Tables>,
    context: RequestContext,
    projectId: number,
    { deleted = false, among }: { readonly deleted?: boolean; readonly among?: readonly number[] } = {},
  ): Promise<ItemQuery<object>> {
    // The caller's statements name tables of its own plugin, in the same transaction.
    const trx = transaction as unknown as Kysely<ItemTables>;
    const sight = await this.#sight(context, projectId);
    let query = trx
      .selectFrom('items.item as item')
      .where('item.team_id', '=', context.team.id)
      .where('item.project_id', '=', projectId) as unknown as ItemQuery<object>;
    query = deleted
      ? query.where('item.deleted_at', '>', sql<Date>`now() - make_interval(days => ${RESTORABLE_DAYS})`)
      : query.where('item.deleted_at', 'is', null);
    if (among !== undefined) query = query.where(amongIds(among));
    if (sight === undefined) return query;
    const { own, folders } = sight;
    if (folders !== undefined) query = query.where('item.folder_id', 'in', [-1, ...folders]);
    if (own === undefined) return query;
    const { statuses } = own;
    const also = await this.hooks.alsoOwn.promise(context, [], projectId);
    return query
      .where(among === undefined ? isOwn(context, projectId, also) : isEachOwn(context, also))
      .$if(statuses !== undefined, each =>
        each.where(builder =>
          builder.or([
            builder('item.is_pinned', '=', true),
            builder('item.annotation_status', 'in', [-1, ...statuses!]),
          ]),
        ),
      );
  }

  /** True when the caller sees what is assigned to them or pinned, and nothing else. */
  async seesOwnOnly(context: RequestContext, projectId: number): Promise<boolean> {
    return (await this.#sight(context, projectId))?.own !== undefined;
  }

  /** True when the caller sees every item of the project. */
  async seesAll(context: RequestContext, projectId: number): Promise<boolean> {
    return (await this.#sight(context, projectId)) === undefined;
  }

  /** One present item. Throws NOT_FOUND also for what the caller does not see. `projectId` narrows to one project. */
  async get(context: RequestContext, id: number, projectId?: number): Promise<ItemRow> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const place =
        projectId ??
        (await trx.selectFrom('items.item').select('project_id').where('id', '=', id).executeTakeFirst())?.project_id;
      if (place === undefined) throw notFound('The item');
      const row = await (await this.visible(trx, context, place, { among: [id] })).selectAll('item').executeTakeFirst();
      if (row === undefined) throw notFound('The item');
      return row as ItemRow;
    });
  }

  /**
   * The same with what a plugin keeps of the item or asks for with it: a value of the statement, in which `item` names
   * the row.
   */
  async getWith<T>(
    context: RequestContext,
    id: number,
    projectId: number,
    beside: RawBuilder<T>,
  ): Promise<{ readonly item: ItemRow; readonly beside: T }> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const row = await (
        await this.visible(trx, context, projectId, { among: [id] })
      )
        .selectAll('item')
        .select(beside.as('beside'))
        .executeTakeFirst();
      if (row === undefined) throw notFound('The item');
      const { beside: value, ...item } = row;
      return { item: item as ItemRow, beside: value as T };
    });
  }

  /**
   * Those of the items that are there for the caller, by id; `lock` keeps them as they are until the transaction ends.
   */
  async byIds(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    options: { readonly lock?: boolean; readonly deleted?: boolean } = {},
  ): Promise<ReadonlyMap<number, ItemRow>> {
    if (ids.length === 0) return new Map();
    const rows = await context.transaction(async (trx: Kysely<ItemTables>) => {
      const query = (await this.visible(trx, context, projectId, { deleted: options.deleted === true, among: ids }))
        .orderBy('item.id')
        .selectAll('item');
      return (options.lock === true ? query.forUpdate('item') : query).execute();
    });
    return new Map((rows as ItemRow[]).map(row => [row.id, row]));
  }

  /**
   * The assignments of one item as a list, for a statement in which `item` is its row; the caller sees of them what
   * {@link assignments} returns.
   */
  async assigned(
    context: RequestContext,
    projectId: number,
    item: RawBuilder<unknown>,
  ): Promise<RawBuilder<readonly Assignment[]>> {
    return sql`(select coalesce(json_agg(json_build_object('user_id', assignment.email, 'user_role', assignment.user_role) order by assignment.user_role), '[]')
      from items.assignment as assignment where assignment.team_id = ${context.team.id}::int and assignment.item_id = ${item} and ${(await this.visibleAssignments.rows(context, projectId, 'assignment')) ?? sql<SqlBool>`true`})`;
  }

  /**
   * Assignments of items by item id. Who may not list them gets the own ones only, annotators also those of other
   * annotators.
   */
  async assignments(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, readonly Assignment[]>> {
    const found = new Map<number, Assignment[]>();
    if (ids.length === 0) return found;
    const isVisible = (await this.visibleAssignments.rows(context, projectId, 'assignment')) ?? sql<SqlBool>`true`;
    const rows = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.assignment as assignment')
        .select(['item_id', 'email', 'user_role'])
        .where('item_id', 'in', [...ids])
        .where(isVisible)
        .orderBy('user_role')
        .execute(),
    );
    for (const row of rows)
      found.set(row.item_id, [...(found.get(row.item_id) ?? []), { user_id: row.email, user_role: row.user_role }]);
    return found;
  }

  #sight(context: RequestContext, projectId: number): Promise<Sight | undefined> {
    const known = this.#sights.get(context) ?? new Map<number, Promise<Sight | undefined>>();
    this.#sights.set(context, known);
    let sight = known.get(projectId);
    if (sight === undefined) known.set(projectId, (sight = this.#look(context, projectId)));
    return sight;
  }

  async #look(context: RequestContext, projectId: number): Promise<Sight | undefined> {
    const folders = await this.hooks.visibleFolders.promise(context, undefined, projectId);
    if (await context.can('ListFolders', { projectId }))
      return folders === undefined ? undefined : { own: undefined, folders };
    return { own: { statuses: await this.hooks.visibleStatuses.promise(context, undefined, projectId) }, folders };
  }
}
