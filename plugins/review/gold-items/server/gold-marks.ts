import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { AgreementRules } from '#plugins/review/agreement/server/kit/index.ts';
import { plainStatuses } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { GoldReport } from '../common/api.ts';
import type { GoldTables } from './gold-tables.ts';

const NOT_COMPLETED = 'Only completed items can be gold.';
const IS_COPY = 'This is an annotator’s copy of a gold item.';

/** Share of gold items in tasks in percent, and the accuracy below which managers are notified, which may be null. */
export type GoldShare = Pick<GoldReport, 'percent' | 'threshold'>;

/** The gold items of projects and the share of them in people's tasks. */
export class GoldMarks {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(Items) private readonly items: Items,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(AgreementRules) private readonly rules: AgreementRules,
  ) {}

  /** Returns the reason why a project gives no gold items; undefined where it does. */
  async unavailable(context: RequestContext, projectId: number): Promise<string | undefined> {
    if ((await this.projects.facts(context, projectId))?.type === ProjectType.Multimodal)
      return 'Gold items are not available in projects of forms: a copy would lack the values that were imported.';
    return (await this.rules.people(context, projectId)) !== undefined
      ? 'Several people annotate each item of this project. Switch that off under Agreement to use gold items.'
      : undefined;
  }

  /** Returns the share of gold items in tasks and the accuracy below which managers are notified, in percent. */
  async share(context: RequestContext, projectId: number): Promise<GoldShare> {
    const row = await context.transaction((trx: Kysely<GoldTables>) =>
      trx
        .selectFrom('gold_items.share')
        .select(['percent', 'threshold'])
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .executeTakeFirst(),
    );
    return row ?? { percent: 0, threshold: null };
  }

  /** @throws Fault INVALID_FIELD where the project cannot give gold items */
  async putShare(context: RequestContext, projectId: number, { percent, threshold }: GoldShare): Promise<void> {
    const reason = percent === 0 ? undefined : await this.unavailable(context, projectId);
    if (reason !== undefined) throw invalidField('percent', reason);
    await context.transaction(async (trx: Kysely<GoldTables>) => {
      if (percent === 0 && threshold === null)
        await trx
          .deleteFrom('gold_items.share')
          .where('team_id', '=', context.team.id)
          .where('project_id', '=', projectId)
          .execute();
      else
        await trx
          .insertInto('gold_items.share')
          .values({ team_id: context.team.id, project_id: projectId, percent, threshold })
          .onConflict(conflict => conflict.columns(['team_id', 'project_id']).doUpdateSet({ percent, threshold }))
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
    const reason = await this.unavailable(context, projectId);
    if (reason !== undefined) return new Map(rows.map(row => [row.id, reason]));
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

  /** Returns the copies of a project; of everybody but the caller with `others`. */
  async copyIds(context: RequestContext, projectId: number, others = false): Promise<readonly number[]> {
    const rows = await context.transaction((trx: Kysely<GoldTables>) =>
      trx
        .selectFrom('gold_items.copy')
        .select('item_id')
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .$if(others, query => query.where('email', '<>', context.user.email))
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
