import { inject } from 'inversify';
import type { Kysely, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { QueryPlan } from '#core/api/common/index.ts';
import type { Condition, Operator } from '#core/api/common/index.ts';
import { readBodyQuery } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { BlobUrlsToken } from '#core/kernel/server/index.ts';
import type { BlobUrls } from '#core/data/server/index.ts';
import { conditionSql, orderSql } from '#core/data/server/index.ts';
import type { ItemFilter, ItemSort } from '../common/api.ts';
import type { ItemSelectionOutput } from '../common/change-api.ts';
import type { Item, ListedItem } from '../common/item.ts';
import { itemQuery } from '../common/item-query.ts';
import type { Told } from './item-query.ts';
import { assignedSource, itemSource } from './item-query.ts';
import type { ItemQuery } from './item-reader.ts';
import { amongIds, assignedIds, ItemReader } from './item-reader.ts';
import { itemView } from './item-views.ts';
import { listConditions, listSource } from './list-conditions.ts';
import { peopleAsked, VisibleAssignments } from './visible-assignments.ts';
import type { ItemRow } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { ItemTables, ItemTable } from './items-tables.ts';

/** Addresses of small pictures live this long, in milliseconds. */
export const ADDRESS_LIFETIME_MS = 3_600_000;

/** Items with a part of a name that are listed in one go. */
const FEW = 5000;

const PARTS: ReadonlySet<Operator> = new Set(['$cont', '$excl', '$starts', '$ends']);

const columns: Readonly<Record<ItemSort, keyof ItemTable>> = {
  name: 'sort_key',
  created: 'id',
  updated: 'updated_at',
  status: 'annotation_status',
  priority: 'entropy_value',
  size: 'size',
};

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Lists of items that stay quick in projects of half a million. */
export class ItemLists {
  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(VisibleAssignments) private readonly assignments: VisibleAssignments,
  ) {}

  /** One page with thumbnails, and the number of all that match. */
  async list(
    context: RequestContext,
    projectId: number,
    filter: ItemFilter,
    page: Page,
  ): Promise<{ readonly data: ListedItem[]; readonly count: number }> {
    const { ids, count } = await this.ids(context, projectId, filter, page);
    const rows = await this.reader.byIds(context, projectId, ids, { deleted: filter.deleted === true });
    return {
      data: await this.listed(
        context,
        projectId,
        ids.flatMap(id => rows.get(id) ?? []),
      ),
      count,
    };
  }

  /** Ids of a stretch of the list, read from an index alone in the common orders. */
  async ids(
    context: RequestContext,
    projectId: number,
    filter: ItemFilter,
    page: Page,
  ): Promise<{ readonly ids: number[]; readonly count: number }> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const matching = await this.#matching(trx, context, projectId, filter);
      if (isPartOfName(filter)) {
        const few = await this.#few(matching, filter, page);
        if (few !== undefined) return few;
      }
      const count = await this.#count(trx, context, projectId, filter, matching);
      const limit = Math.max(0, Math.min(page.limit, count - page.offset));
      if (limit === 0) return { ids: [], count };
      const sort = filter.sort ?? (filter.deleted === true ? undefined : 'name');
      // The far half of a list is read from its end: no row is passed over that could be left out.
      const backwards = page.offset > count / 2;
      const descending = ((filter.order ?? (sort === undefined ? 'desc' : 'asc')) === 'desc') !== backwards;
      const direction = descending ? 'desc' : 'asc';
      const column = sort === undefined ? 'deleted_at' : columns[sort];
      const nulls = column === 'entropy_value' || column === 'size';
      const ordered = nulls
        ? matching
            .orderBy(sql`item.${sql.ref(column)} is null`, backwards ? 'desc' : 'asc')
            .orderBy(`item.${column}`, direction)
        : matching.orderBy(`item.${column}`, direction);
      const rows = await (column === 'annotation_status' ? ordered.orderBy('item.sort_key', direction) : ordered)
        .orderBy('item.id', direction)
        .select('item.id')
        .offset(backwards ? count - page.offset - limit : page.offset)
        .limit(limit)
        .execute();
      const ids = rows.map(row => row.id as number);
      return { ids: backwards ? ids.reverse() : ids, count };
    });
  }

  /** The next items of a list after one of them, in order of their ids, without those of `except`: changes walk a list of any size this way. */
  async stretch(
    context: RequestContext,
    projectId: number,
    filter: ItemFilter,
    {
      after,
      last,
      except,
      limit,
    }: { readonly after: number; readonly last: number; readonly except: readonly number[]; readonly limit: number },
  ): Promise<number[]> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const rows = await (
        await this.#matching(trx, context, projectId, filter)
      )
        .where('item.id', '>', after)
        .where('item.id', '<=', last)
        .$if(except.length > 0, query => query.where(sql<boolean>`item.id <> all(${[...except]}::int[])`))
        .orderBy('item.id')
        .select('item.id')
        .limit(limit)
        .execute();
      return rows.map(row => row.id as number);
    });
  }

  /** The items of a selection, for a statement inside the caller's transaction. */
  async meant(context: RequestContext, projectId: number, selection: ItemSelectionOutput): Promise<ItemQuery<object>> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      if ('item_ids' in selection)
        return (await this.reader.visible(trx, context, projectId)).where(amongIds(selection.item_ids));
      const except = selection.except ?? [];
      return (await this.#matching(trx, context, projectId, selection.filter)).$if(except.length > 0, query =>
        query.where(sql<boolean>`item.id <> all(${[...except]}::int[])`),
      );
    });
  }

  /** How many items a list has without those of `except`, and the greatest id an item of the project has now. */
  async extent(
    context: RequestContext,
    projectId: number,
    filter: ItemFilter,
    except: readonly number[],
  ): Promise<{ readonly count: number; readonly last: number }> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const matching = await this.#matching(trx, context, projectId, filter);
      const all = await this.#count(trx, context, projectId, filter, matching);
      const left = except.length === 0 ? 0 : await counted(trx, matching.where(amongIds(except)), false);
      const { last } = await trx
        .selectFrom('items.item')
        .select(sql<number>`coalesce(max(id), 0)`.as('last'))
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow();
      return { count: all - left, last };
    });
  }

  /**
   * Items with a part of a name, by name: one walk through the index finds page and count together as long as they are few.
   * Undefined when they are many, or sorted otherwise.
   */
  async #few(
    matching: ItemQuery<object>,
    filter: ItemFilter,
    { offset, limit }: Page,
  ): Promise<{ readonly ids: number[]; readonly count: number } | undefined> {
    const found = await matching
      .orderBy('item.sort_key')
      .orderBy('item.id')
      .select('item.id')
      .limit(FEW + 1)
      .execute();
    if (found.length > FEW) return undefined;
    const ids = found.map(row => row.id as number);
    if (filter.order === 'desc') ids.reverse();
    return { ids: ids.slice(offset, offset + limit), count: ids.length };
  }

  /** Numbers of present items the caller sees, by status. */
  async counts(
    context: RequestContext,
    projectId: number,
    folderId: number | undefined,
  ): Promise<{ readonly total: number; readonly byStatus: Record<string, number>; readonly deleted: number }> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const rows = (await this.reader.seesAll(context, projectId))
        ? await tallied(trx, projectId, folderId === undefined ? {} : { folder_id: folderId })
        : await filtered(await this.reader.visible(trx, context, projectId), { folder_id: folderId })
            .select(['item.annotation_status', sql<number>`count(*)::int`.as('items')])
            .groupBy('item.annotation_status')
            .execute();
      const deleted = await filtered(await this.reader.visible(trx, context, projectId, true), { folder_id: folderId })
        .select(sql<number>`count(*)::int`.as('items'))
        .executeTakeFirstOrThrow();
      const byStatus: Record<string, number> = {};
      for (const row of rows) if (row.items > 0) byStatus[String(row.annotation_status)] = row.items;
      return { total: rows.reduce((sum, row) => sum + row.items, 0), byStatus, deleted: deleted.items };
    });
  }

  /** Answers a body query in one project. `folderId` is the folder of the entity context. */
  async search(
    context: RequestContext,
    projectId: number,
    folderId: number | undefined,
    query: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly data: Item[]; readonly count: number }> {
    return this.find(context, projectId, folderId, readBodyQuery(query, itemQuery));
  }

  /** The same for a query that was read already. */
  async find(
    context: RequestContext,
    projectId: number,
    folderId: number | undefined,
    plan: QueryPlan,
  ): Promise<{ readonly data: Item[]; readonly count: number }> {
    await this.assignments.demand(context, projectId, peopleAsked(plan.condition), 'query');
    const source = itemSource(
      await this.hooks.querying.promise(context, new Map(), projectId),
      await this.assignments.rows(context, projectId, 'assigned'),
    );
    const { rows, count } = await context.transaction(async (trx: Kysely<ItemTables>) => {
      const place = folderId === undefined ? {} : { folder_id: folderId };
      const matching = filtered(await this.reader.visible(trx, context, projectId), place).where(
        conditionSql(plan.condition, source),
      );
      // Ids alone first: an index often holds all that the condition and the order ask for.
      const page = await matching
        .select('item.id')
        .orderBy(orderSql(plan, source, sql.ref('item.id')))
        .offset(plan.offset)
        .limit(plan.limit)
        .execute();
      const total =
        page.length < plan.limit && (page.length > 0 || plan.offset === 0)
          ? plan.offset + page.length
          : plan.condition === undefined && (await this.reader.seesAll(context, projectId))
            ? (await tallied(trx, projectId, place)).reduce((sum, row) => sum + row.items, 0)
            : await counted(trx, matching, asksForPartOfName(plan.condition));
      const byId = await this.reader.byIds(
        context,
        projectId,
        page.map(row => row.id as number),
      );
      return { rows: page.flatMap(row => byId.get(row.id as number) ?? []), count: total };
    });
    return { data: await this.#views(context, projectId, rows), count };
  }

  /** Rows as the data tab shows them. */
  async listed(context: RequestContext, projectId: number, rows: readonly ItemRow[]): Promise<ListedItem[]> {
    const views = await this.#views(context, projectId, rows);
    return rows.map((row, index) => ({
      ...views[index]!,
      thumbnail:
        row.thumbnail_hash === null
          ? null
          : this.urls.sign(
              { hash: row.thumbnail_hash, type: row.thumbnail_mime ?? 'image/webp', name: 'thumbnail' },
              ADDRESS_LIFETIME_MS,
            ),
      deletedAt: row.deleted_at?.toISOString() ?? null,
      deletedBy: row.deleted_by,
    }));
  }

  async #views(context: RequestContext, projectId: number, rows: readonly ItemRow[]): Promise<Item[]> {
    const ids = rows.map(row => row.id);
    const assignments = await this.reader.assignments(context, projectId, ids);
    const categories = await this.hooks.categorizing.promise(context, new Map(), projectId, ids);
    const described = await this.hooks.describing.promise(context, new Map(), projectId, ids);
    return rows.map(row => itemView(row, assignments.get(row.id) ?? [], categories.get(row.id), described.get(row.id)));
  }

  async #matching(
    trx: Kysely<ItemTables>,
    context: RequestContext,
    projectId: number,
    filter: ItemFilter,
  ): Promise<ItemQuery<object>> {
    const told = await this.assignments.rows(context, projectId, 'assigned');
    let found = filtered(await this.reader.visible(trx, context, projectId, filter.deleted), filter, told);
    const where = filter.where ?? [];
    if (where.length > 0) {
      const more = await this.hooks.querying.promise(context, new Map(), projectId);
      const condition = listConditions(where, more);
      await this.assignments.demand(context, projectId, peopleAsked(condition), 'where');
      found = found.where(conditionSql(condition, listSource(more, told)));
    }
    if (filter.assignee === undefined || filter.assignee === '' || filter.assignee === 'none') return found;
    const email = filter.assignee === 'me' ? context.user.email : filter.assignee;
    await this.assignments.demand(context, projectId, [email], 'assignee');
    return found.where(amongIds(await assignedIds(trx, context, projectId, email)));
  }

  async #count(
    trx: Kysely<ItemTables>,
    context: RequestContext,
    projectId: number,
    filter: ItemFilter,
    matching: ItemQuery<object>,
  ): Promise<number> {
    const unnamed = filter.name === undefined || filter.name === '';
    if (
      unnamed &&
      filter.assignee === undefined &&
      (filter.approval ?? []).length === 0 &&
      filter.pinned === undefined &&
      (filter.where ?? []).length === 0 &&
      filter.deleted !== true &&
      (await this.reader.seesAll(context, projectId))
    ) {
      return (await tallied(trx, projectId, filter)).reduce((sum, row) => sum + row.items, 0);
    }
    return counted(trx, matching, isPartOfName(filter));
  }
}

/** How many match. Where a part of the name is looked for they are asked for in the order of an index that holds it, so that the index is walked and not the table. */
async function counted(trx: Kysely<ItemTables>, matching: ItemQuery<object>, byName: boolean): Promise<number> {
  const number = sql<number>`count(*)::int`.as('items');
  const query = byName
    ? trx.selectFrom(matching.select('item.id').orderBy('item.sort_key').orderBy('item.id').as('found')).select(number)
    : matching.select(number);
  return (await query.executeTakeFirstOrThrow()).items;
}

/** True when a body query must look into names. */
function asksForPartOfName(condition: Condition | undefined): boolean {
  if (condition === undefined) return false;
  return condition.kind === 'comparison'
    ? condition.field === 'name' && PARTS.has(condition.operator)
    : condition.parts.some(asksForPartOfName);
}

/** A part of a name is looked for and the list is by name: one index holds both. */
function isPartOfName({ name, sort, deleted }: ItemFilter): boolean {
  return name !== undefined && name !== '' && deleted !== true && (sort ?? 'name') === 'name';
}

function filtered(query: ItemQuery<object>, filter: ItemFilter, told?: Told): ItemQuery<object> {
  let found = query;
  if (filter.folder_id !== undefined) found = found.where('item.folder_id', '=', filter.folder_id);
  if (filter.status !== undefined && filter.status.length > 0)
    found = found.where('item.annotation_status', 'in', [...filter.status]);
  if (filter.approval !== undefined && filter.approval.length > 0)
    found = found.where('item.approval_status', 'in', [...filter.approval]);
  if (filter.pinned !== undefined) found = found.where('item.is_pinned', '=', filter.pinned);
  if (filter.name !== undefined && filter.name !== '')
    found = found.where(sql<boolean>`strpos(item.name_key, lower(${filter.name}::text)) > 0`);
  if (filter.assignee === 'none') {
    found = found.where(sql<boolean>`not ${assignedSource('assignments.user_id', told)!.within!(sql<SqlBool>`true`)}`);
  }
  return found;
}

function tallied(
  trx: Kysely<ItemTables>,
  projectId: number,
  filter: Pick<ItemFilter, 'folder_id' | 'status'>,
): Promise<{ annotation_status: number; items: number }[]> {
  return trx
    .selectFrom('items.tally')
    .select(['annotation_status', sql<number>`sum(items)::int`.as('items')])
    .where('project_id', '=', projectId)
    .$if(filter.folder_id !== undefined, query => query.where('folder_id', '=', filter.folder_id!))
    .$if((filter.status ?? []).length > 0, query => query.where('annotation_status', 'in', [...filter.status!]))
    .groupBy('annotation_status')
    .execute();
}
