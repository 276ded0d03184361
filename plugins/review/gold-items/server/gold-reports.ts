import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { ClassTally, Difference, GoldReport, GoldState } from '../common/api.ts';
import { MOST_COMPARED } from '../common/api.ts';
import { GoldComparisons } from './gold-comparisons.ts';
import { GoldFields } from './gold-fields.ts';
import { GoldMarks } from './gold-marks.ts';
import type { GoldTables } from './gold-tables.ts';

/** Gold items and the comparisons of people's work with them. Rights are asked before. */
export class GoldReports {
  constructor(
    @inject(GoldMarks) private readonly marks: GoldMarks,
    @inject(GoldFields) private readonly fields: GoldFields,
    @inject(GoldComparisons) private readonly comparisons: GoldComparisons,
  ) {}

  async of(context: RequestContext, projectId: number): Promise<GoldReport> {
    // Those whose comparison was cut off by a restart.
    await this.comparisons.compare(context, projectId);
    const team = context.team.id;
    return context.transaction(async (trx: Kysely<GoldTables>) => {
      const { rows: gold } = await sql<GoldReport['gold'][number]>`select gold.item_id, item.name,
          (select count(*)::int from gold_items.copy as copy where copy.team_id = gold.team_id and copy.gold_item_id = gold.item_id) as given
        from gold_items.gold as gold join ${itemRows} as item on item.team_id = gold.team_id and item.id = gold.item_id
        where gold.team_id = ${team}::int and gold.project_id = ${projectId}::int and item.deleted_at is null
        order by item.sort_key, item.id`.execute(trx);
      const { rows: open } = await sql<GoldReport['open'][number]>`select copy.email, count(*)::int as items
        from gold_items.copy as copy join ${itemRows} as item on item.team_id = copy.team_id and item.id = copy.item_id
        where copy.team_id = ${team}::int and copy.project_id = ${projectId}::int and copy.submitted_at is null
          and item.deleted_at is null group by copy.email order by copy.email`.execute(trx);
      const { rows: compared } = await sql<{
        item_id: number;
        name: string;
        gold_item_id: number;
        gold_name: string;
        email: string;
        submitted_at: Date;
        accuracy: number;
        classes: ClassTally[];
      }>`select copy.item_id, item.name, copy.gold_item_id, gold.name as gold_name, copy.email, copy.submitted_at, copy.accuracy, copy.classes
        from gold_items.copy as copy join ${itemRows} as item on item.team_id = copy.team_id and item.id = copy.item_id
        join ${itemRows} as gold on gold.team_id = copy.team_id and gold.id = copy.gold_item_id
        where copy.team_id = ${team}::int and copy.project_id = ${projectId}::int and copy.accuracy is not null
          and item.deleted_at is null
        order by copy.submitted_at desc, copy.item_id desc limit ${MOST_COMPARED}::int`.execute(trx);
      const { given, ...share } = await this.marks.share(context, projectId);
      return {
        ...share,
        fields: await this.fields.of(context, projectId, given),
        gold,
        open,
        comparisons: compared.map(row => ({ ...row, submitted_at: row.submitted_at.toISOString() })),
      };
    });
  }

  async state(context: RequestContext, item: ItemRow): Promise<GoldState> {
    await this.comparisons.compare(context, item.project_id, [item.id]);
    const copies = await context.transaction(
      async (trx: Kysely<GoldTables>) =>
        (
          await sql<{
            gold_item_id: number;
            gold_name: string;
            email: string;
            accuracy: number | null;
            differences: Difference[] | null;
          }>`select copy.gold_item_id, gold.name as gold_name, copy.email, copy.accuracy, copy.differences
            from gold_items.copy as copy join ${itemRows} as gold on gold.team_id = copy.team_id and gold.id = copy.gold_item_id
            where copy.team_id = ${context.team.id}::int and copy.item_id = ${item.id}::int
            order by copy.email`.execute(trx)
        ).rows,
    );
    return {
      gold: await this.marks.isGold(context, item.id),
      refusal: (await this.marks.refusals(context, item.project_id, [item])).get(item.id) ?? null,
      copies: copies.map(copy => ({ ...copy, differences: copy.differences ?? [] })),
    };
  }
}
