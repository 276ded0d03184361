import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { plainStatuses } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import type { GoldReport } from '../common/api.ts';
import { GoldFields } from './gold-fields.ts';
import type { GoldTables } from './gold-tables.ts';

const NOT_COMPLETED = 'Only completed items can be gold.';
const IS_COPY = 'This is an annotator’s copy of a gold item.';

/** Share of gold items in tasks in percent, and the accuracy below which managers are notified, which may be null. */
export interface GoldShare extends Pick<GoldReport, 'percent' | 'threshold'> {
  /** Ids of the components of a form whose values copies hold; null for those that annotators can only read. */
  readonly given: string[] | null;
}

/** The gold items of projects and the share of them in people's tasks. */
export class GoldMarks {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(GoldFields) private readonly fields: GoldFields,
  ) {}

  /** Returns the share of gold items in tasks and the accuracy below which managers are notified, in percent. */
  async share(context: RequestContext, projectId: number): Promise<GoldShare> {
    const row = await context.transaction((trx: Kysely<GoldTables>) =>
      trx
        .selectFrom('gold_items.share')
        .select(['percent', 'threshold', 'given'])
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .executeTakeFirst(),
    );
    return row === undefined
      ? { percent: 0, threshold: null, given: null }
      : { ...row, given: row.given === null ? null : [...row.given] };
  }

  /** @throws Fault INVALID_FIELD for components that are none of the project, or when nothing is left to answer */
  async putShare(context: RequestContext, projectId: number, { percent, threshold, given }: GoldShare): Promise<void> {
    const fields = await this.fields.of(context, projectId, given);
    const unknown = given?.find(id => !fields.some(each => each.id === id));
    if (unknown !== undefined) throw invalidField('given', `“${unknown}” is not a component of the form`);
    if (percent > 0 && fields.length > 0 && fields.every(each => each.given))
      throw invalidField('given', 'must leave out at least one component, which annotators answer');
    const values = { percent, threshold, given: given === null ? null : JSON.stringify(given) };
    await context.transaction(async (trx: Kysely<GoldTables>) => {
      if (percent === 0 && threshold === null && given === null)
        await trx
          .deleteFrom('gold_items.share')
          .where('team_id', '=', context.team.id)
          .where('project_id', '=', projectId)
          .execute();
      else
        await trx
          .insertInto('gold_items.share')
          .values({ team_id: context.team.id, project_id: projectId, ...values })
          .onConflict(conflict => conflict.columns(['team_id', 'project_id']).doUpdateSet(values))
          .execute();
    });
  }

  /** Items that are not there for the caller are left out. */
  async mark(
    context: RequestContext,
    projectId: number,
    itemIds: readonly number[],
  ): Promise<{ marked: number; refused: { item_id: number; message: string }[] }> {
    const rows = [...(await this.items.byIds(context, projectId, itemIds)).values()];
    const refusals = await this.refusals(context, projectId, rows);
    const able = rows.filter(row => !refusals.has(row.id));
    if (able.length > 0)
      await context.transaction((trx: Kysely<GoldTables>) =>
        trx
          .insertInto('gold_items.gold')
          .values(
            able.map(row => ({
              team_id: context.team.id,
              project_id: projectId,
              item_id: row.id,
              marked_by: context.user.email,
            })),
          )
          .onConflict(conflict => conflict.columns(['team_id', 'item_id']).doNothing())
          .execute(),
      );
    return { marked: able.length, refused: [...refusals].map(([item_id, message]) => ({ item_id, message })) };
  }

  /** Returns how many of the items were gold. */
  async unmark(context: RequestContext, projectId: number, itemIds: readonly number[]): Promise<number> {
    const rows = await context.transaction((trx: Kysely<GoldTables>) =>
      trx
        .deleteFrom('gold_items.gold')
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where(sql<boolean>`item_id = any(${[...itemIds]}::int[])`)
        .returning('item_id')
        .execute(),
    );
    return rows.length;
  }

  /** Returns the reasons why items cannot be marked, by id. */
  async refusals(
    context: RequestContext,
    projectId: number,
    rows: readonly ItemRow[],
  ): Promise<ReadonlyMap<number, string>> {
    const completed = await this.completed(context, projectId);
    const copies = new Set(await this.copyIds(context, projectId));
    return new Map(
      rows.flatMap(({ id, annotation_status: status }): readonly (readonly [number, string])[] =>
        copies.has(id) ? [[id, IS_COPY]] : completed.includes(status) ? [] : [[id, NOT_COMPLETED]],
      ),
    );
  }

  /** Returns the statuses of finished items. */
  async completed(context: RequestContext, projectId: number): Promise<readonly number[]> {
    return (await this.hooks.statuses.promise(context, plainStatuses, projectId)).completed;
  }

  /** Returns the copies of a project; those that the caller has none of with `others`. */
  async copyIds(context: RequestContext, projectId: number, others = false): Promise<readonly number[]> {
    const rows = await context.transaction((trx: Kysely<GoldTables>) =>
      trx
        .selectFrom('gold_items.copy')
        .select('item_id')
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .groupBy('item_id')
        .$if(others, query => query.having(sql<boolean>`not bool_or(email = ${context.user.email})`))
        .execute(),
    );
    return rows.map(row => row.item_id);
  }

  /** Returns the people who marked gold items of a project. */
  async markedBy(context: RequestContext, projectId: number): Promise<readonly string[]> {
    const rows = await context.transaction((trx: Kysely<GoldTables>) =>
      trx
        .selectFrom('gold_items.gold')
        .select('marked_by')
        .distinct()
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .orderBy('marked_by')
        .execute(),
    );
    return rows.map(row => row.marked_by);
  }

  /** True for an item that is gold. */
  async isGold(context: RequestContext, itemId: number): Promise<boolean> {
    const row = await context.transaction((trx: Kysely<GoldTables>) =>
      trx
        .selectFrom('gold_items.gold')
        .select('item_id')
        .where('team_id', '=', context.team.id)
        .where('item_id', '=', itemId)
        .executeTakeFirst(),
    );
    return row !== undefined;
  }
}
