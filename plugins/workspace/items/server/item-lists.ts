import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { readClause } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { conditionSql } from '#core/data/server/index.ts';
import type { ItemFilter } from '../common/api.ts';
import type { ItemSelectionOutput } from '../common/change-api.ts';
import type { ListedItem } from '../common/item.ts';
import type { ItemDetail } from './item-details.ts';
import { ItemDetails } from './item-details.ts';
import type { ItemQuery } from './item-reader.ts';
import { amongIds, assignedIds, ItemReader } from './item-reader.ts';
import { counted, filtered, tallied } from './item-matching.ts';
import { ordered } from './item-order.ts';
import { ListedItems } from './listed-items.ts';
import { listConditions, listSource } from './list-conditions.ts';
import { peopleAsked, VisibleAssignments } from './visible-assignments.ts';
import type { ItemRow } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { ItemTables } from './items-tables.ts';

/** Items with a part of a name that are listed in one go. */
const FEW = 5000;

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** A page of a list, and the number of all items that match. */
interface FoundPage {
  readonly rows: readonly ItemRow[];
  readonly count: number;
  /** Details by item id, where the page was read with them. */
  readonly details?: ReadonlyMap<number, ItemDetail>;
}

/** Lists of items that stay quick in projects of half a million. */
export class ItemLists {
  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(VisibleAssignments) private readonly assignments: VisibleAssignments,
    @inject(ListedItems) private readonly items: ListedItems,
    @inject(ItemDetails) private readonly details: ItemDetails,
  ) {}

  /** One page with thumbnails, and the number of all that match. */
  async list(
    context: RequestContext,
    projectId: number,
    filter: ItemFilter,
    page: Page,
  ): Promise<{ readonly data: ListedItem[]; readonly count: number }> {
    const ownOnly = await this.reader.seesOwnOnly(context, projectId);
    await this.#prepare(context, projectId, filter);
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const own = ownOnly ? await this.#ownPage(trx, context, projectId, filter, page) : undefined;
      const { rows, count, details } = own ?? (await this.#page(trx, context, projectId, filter, page));
      return { data: await this.items.listed(context, projectId, rows, details), count };
    });
  }

  async #page(
    trx: Kysely<ItemTables>,
    context: RequestContext,
    projectId: number,
    filter: ItemFilter,
    page: Page,
  ): Promise<FoundPage> {
    const { ids, count } = await this.#ids(trx, context, projectId, filter, page);
    const rows = await this.reader.byIds(context, projectId, ids, { deleted: filter.deleted === true });
    return { rows: ids.flatMap(id => rows.get(id) ?? []), count };
  }

  /**
   * Page, count and details in one statement, for callers who see little of a project: all rows of their list are
   * read anyway. Undefined for a page behind the end.
   */
  async #ownPage(
    trx: Kysely<ItemTables>,
    context: RequestContext,
    projectId: number,
    filter: ItemFilter,
    { offset, limit }: Page,
  ): Promise<FoundPage | undefined> {
    const detail = await this.details.column(context, projectId);
    const found = await ordered(await this.#matching(trx, context, projectId, filter), filter, false)
      .selectAll('item')
      .select([sql<number>`(count(*) over ())::int`.as('in_list'), detail.as('detail')])
      .offset(offset)
      .limit(limit)
      .execute();
    const [first] = found;
    return first === undefined
      ? undefined
      : {
          rows: found.map(({ in_list: _, detail: __, ...row }) => row as ItemRow),
          count: first.in_list,
          details: new Map(found.map(row => [row.id, row.detail])),
        };
  }

  /** Ids of a stretch of the list, read from an index alone in the common orders. */
  async ids(
    context: RequestContext,
    projectId: number,
    filter: ItemFilter,
    page: Page,
  ): Promise<{ readonly ids: number[]; readonly count: number }> {
    await this.#prepare(context, projectId, filter);
    return context.transaction((trx: Kysely<ItemTables>) => this.#ids(trx, context, projectId, filter, page));
  }

  async #ids(
    trx: Kysely<ItemTables>,
    context: RequestContext,
    projectId: number,
    filter: ItemFilter,
    page: Page,
  ): Promise<{ readonly ids: number[]; readonly count: number }> {
    const matching = await this.#matching(trx, context, projectId, filter);
    if (isPartOfName(filter)) {
      const few = await this.#few(matching, filter, page);
      if (few !== undefined) return few;
    }
    const count = await this.#count(trx, context, projectId, filter, matching);
    const limit = Math.max(0, Math.min(page.limit, count - page.offset));
    if (limit === 0) return { ids: [], count };
    // The far half of a list is read from its end: no row is passed over that could be left out.
    const backwards = page.offset > count / 2;
    const rows = await ordered(matching, filter, backwards)
      .select('item.id')
      .offset(backwards ? count - page.offset - limit : page.offset)
      .limit(limit)
      .execute();
    const ids = rows.map(row => row.id as number);
    return { ids: backwards ? ids.reverse() : ids, count };
  }

  /**
   * The next items of a list after one of them, in order of their ids, without those of `except`: changes walk a list
   * of any size this way.
   */
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

  /** Returns a query of the items of a selection, for a statement inside the caller's transaction. */
  async selected(
    context: RequestContext,
    projectId: number,
    selection: ItemSelectionOutput,
  ): Promise<ItemQuery<object>> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      if ('item_ids' in selection) return this.reader.visible(trx, context, projectId, { among: selection.item_ids });
      const except = selection.except ?? [];
      return (await this.#matching(trx, context, projectId, selection.filter)).$if(except.length > 0, query =>
        query.where(sql<boolean>`item.id <> all(${[...except]}::int[])`),
      );
    });
  }

  /**
   * Returns the number of items of a list without those of `except`, and the greatest id an item of the project has
   * now.
   */
  async extent(
    context: RequestContext,
    projectId: number,
    filter: ItemFilter,
    except: readonly number[],
  ): Promise<{ readonly count: number; readonly last: number }> {
    await this.#prepare(context, projectId, filter);
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
   * Items with a part of a name, by name: one walk through the index finds page and count together as long as they are
   * few. Undefined when they are many, or sorted otherwise.
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

  /** Lets other plugins make ready what they store of the fields of a filter. */
  async #prepare(context: RequestContext, projectId: number, { where = [] }: ItemFilter): Promise<void> {
    const fields = where.flatMap(each => readClause(each)?.field ?? []);
    if (fields.length > 0) await this.hooks.filtering.promise(context, projectId, fields);
  }

  async #matching(
    trx: Kysely<ItemTables>,
    context: RequestContext,
    projectId: number,
    filter: ItemFilter,
  ): Promise<ItemQuery<object>> {
    const visible = await this.assignments.rows(context, projectId, 'assigned');
    let found = filtered(
      await this.reader.visible(trx, context, projectId, { deleted: filter.deleted === true }),
      filter,
      visible,
    );
    const where = filter.where ?? [];
    if (where.length > 0) {
      const more = await this.hooks.querying.promise(context, new Map(), projectId);
      const condition = listConditions(where, more);
      await this.assignments.demand(context, projectId, peopleAsked(condition), 'where');
      found = found.where(conditionSql(condition, listSource(more, visible)));
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

/** A part of a name is looked for and the list is by name: one index holds both. */
function isPartOfName({ name, sort, deleted }: ItemFilter): boolean {
  return name !== undefined && name !== '' && deleted !== true && (sort ?? 'name') === 'name';
}
