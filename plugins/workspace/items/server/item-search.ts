import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { QueryPlan } from '#core/api/common/index.ts';
import type { Condition, Operator } from '#core/api/common/index.ts';
import { readBodyQuery } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { conditionSql, orderSql } from '#core/data/server/index.ts';
import type { Item } from '../common/item.ts';
import { itemQuery } from '../common/item-query.ts';
import { itemSource } from './item-query.ts';
import { ItemReader } from './item-reader.ts';
import { peopleAsked, VisibleAssignments } from './visible-assignments.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { ItemTables } from './items-tables.ts';
import { counted, filtered, tallied } from './item-matching.ts';
import { ListedItems } from './listed-items.ts';

const PARTS: ReadonlySet<Operator> = new Set(['$cont', '$excl', '$starts', '$ends']);

/** Finds items by queries of scripts. */
export class ItemSearch {
  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(VisibleAssignments) private readonly assignments: VisibleAssignments,
    @inject(ListedItems) private readonly items: ListedItems,
  ) {}

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
    return { data: await this.items.views(context, projectId, rows), count };
  }
}

/** True when a body query must look into names. */
function asksForPartOfName(condition: Condition | undefined): boolean {
  if (condition === undefined) return false;
  return condition.kind === 'comparison'
    ? condition.field === 'name' && PARTS.has(condition.operator)
    : condition.parts.some(asksForPartOfName);
}
