import { inject } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { ItemReader } from '#plugins/workspace/items/server/kit/index.ts';
import type { EvaluationItem } from '../common/evaluation-shapes.ts';
import { BACKGROUND } from '../common/metric/confusion-counts.ts';

type Trx = Kysely<unknown>;

/** A page of the items of an evaluation, or of one cell. */
export interface ItemsRequest {
  /** Hundredth of the score from which predictions count. */
  readonly step: number;
  readonly truth?: number | undefined;
  readonly predicted?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Lists the items behind the figures of an evaluation, as far as the caller sees them. */
export class EvaluatedItems {
  constructor(@inject(ItemReader) private readonly reader: ItemReader) {}

  /** Returns the items of one cell, or all that have something wrong; the lowest F1 first. */
  async list(
    context: RequestContext,
    projectId: number,
    evaluationId: number,
    { step, truth, predicted, offset, limit }: ItemsRequest,
  ): Promise<{ readonly data: EvaluationItem[]; readonly count: number }> {
    const cell = truth === undefined || predicted === undefined ? sql`confused + missed + extra > 0` : sql`chosen > 0`;
    const chosen =
      truth === undefined || predicted === undefined
        ? sql`0`
        : sql`count(*) filter (where ${inCell(truth, predicted)})`;
    return context.transaction(async (trx: Trx) => {
      const visible = (await this.reader.visible(trx, context, projectId)).select(['item.id', 'item.name']);
      // A prediction of another class confuses until the right one counts too; then it is one too many.
      const counted = sql`select pair.item_id, ${chosen} as chosen,
          (count(*) filter (where hit))::int as right,
          (count(*) filter (where truth is not null and not hit and other_counts))::int as confused,
          (count(*) filter (where truth is not null and not hit and not other_counts))::int as missed,
          (count(*) filter (where other_counts and (truth is null or hit)))::int as extra
        from (select item_id, truth, other, coalesce(hit >= ${step}::int, false) as hit,
            coalesce(other_step >= ${step}::int, false) as other_counts
          from evaluation.pair where team_id = ${context.team.id}::int and evaluation_id = ${evaluationId}::int
        ) as pair group by pair.item_id`;
      const { rows } = await sql<EvaluationItem & { readonly total: number }>`
        select counted.item_id, item.name, "right", confused, missed, extra,
          (2.0 * "right" / nullif(2 * "right" + 2 * confused + missed + extra, 0))::float8 as f1,
          (count(*) over ())::int as total
        from (${counted}) as counted join (${visible}) as item on item.id = counted.item_id
        where ${cell} order by f1 nulls first, confused + missed + extra desc, counted.item_id
        offset ${offset} limit ${limit}`.execute(trx);
      return { data: rows.map(({ total: _, ...row }) => ({ ...row, f1: row.f1 ?? 0 })), count: rows[0]?.total ?? 0 };
    });
  }
}

/** True for the pairs of one cell. */
function inCell(truth: number, predicted: number): RawBuilder<boolean> {
  if (truth === BACKGROUND) return sql<boolean>`other = ${predicted}::int and other_counts and (truth is null or hit)`;
  if (predicted === BACKGROUND) return sql<boolean>`truth = ${truth}::int and not hit and not other_counts`;
  return truth === predicted
    ? sql<boolean>`truth = ${truth}::int and hit`
    : sql<boolean>`truth = ${truth}::int and other = ${predicted}::int and other_counts and not hit`;
}
