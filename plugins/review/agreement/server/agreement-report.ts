import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { Items, itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { Answers } from '../common/answers.ts';
import { questionAgreements } from '../common/answers.ts';
import type { AgreementReport } from '../common/api.ts';
import { meanOf } from '../common/statistics/matching.ts';
import { AgreementRules } from './agreement-rules.ts';
import type { AgreementTables } from './agreement-tables.ts';

/** Items that are named as those with the least agreement. */
const LOWEST = 20;

/** Agreement of people in a project. */
export class AgreementReports {
  constructor(
    @inject(AgreementRules) private readonly rules: AgreementRules,
    @inject(Items) private readonly items: Items,
  ) {}

  /**
   * Over all items of the project that are finished; those with the least agreement are named as far as the caller sees
   * them.
   */
  async of(context: RequestContext, projectId: number): Promise<AgreementReport> {
    const people = await this.rules.people(context, projectId);
    const { rows, started } = await context.transaction(async (trx: Kysely<AgreementTables>) => ({
      rows: await trx
        .selectFrom('agreement.item as kept')
        .innerJoin(itemRows.as('item'), join =>
          join.onRef('item.team_id', '=', 'kept.team_id').onRef('item.id', '=', 'kept.item_id'),
        )
        .select(['kept.item_id', 'kept.people', 'kept.score', 'kept.f1', 'kept.pairs', 'kept.answers'])
        .where('kept.team_id', '=', context.team.id)
        .where('kept.project_id', '=', projectId)
        .where('item.deleted_at', 'is', null)
        .execute(),
      started: (
        await trx
          .selectFrom('agreement.work as work')
          .innerJoin(itemRows.as('item'), join =>
            join.onRef('item.team_id', '=', 'work.team_id').onRef('item.id', '=', 'work.item_id'),
          )
          .select(sql<number>`count(distinct work.item_id)::int`.as('count'))
          .where('work.team_id', '=', context.team.id)
          .where('work.project_id', '=', projectId)
          .where('item.deleted_at', 'is', null)
          .executeTakeFirstOrThrow()
      ).count,
    }));
    const low = rows
      .filter(row => row.score !== null)
      .toSorted((one, other) => one.score! - other.score! || one.item_id - other.item_id)
      .slice(0, LOWEST);
    const seen = await this.items.byIds(
      context,
      projectId,
      low.map(row => row.item_id),
    );
    return {
      people: people ?? null,
      started,
      finished: rows.length,
      score: meanOf(rows.flatMap(row => row.score ?? [])) ?? null,
      f1: meanOf(rows.flatMap(row => row.f1 ?? [])) ?? null,
      questions: questionAgreements(rows.flatMap(row => row.answers as readonly Answers[])).map(each => ({
        ...each,
        alpha: each.alpha ?? null,
        kappa: each.kappa ?? null,
      })),
      pairs: pairsOf(rows),
      lowest: low.flatMap(row => {
        const item = seen.get(row.item_id);
        return item === undefined ? [] : [{ item_id: row.item_id, name: item.name, score: row.score }];
      }),
    };
  }
}

interface PairRow {
  readonly people: readonly string[];
  readonly pairs: readonly { readonly one: number; readonly other: number; readonly f1?: number | undefined }[];
}

/** The mean of each two people over the items they share, by their names. */
function pairsOf(rows: readonly PairRow[]): AgreementReport['pairs'] {
  const found = new Map<
    string,
    { readonly one: string; readonly other: string; readonly values: number[]; items: number }
  >();
  for (const { people, pairs } of rows) {
    for (const pair of pairs) {
      const [one, other] = [people[pair.one]!, people[pair.other]!].toSorted();
      const key = `${one}\n${other}`;
      const known = found.get(key) ?? { one: one!, other: other!, values: [], items: 0 };
      found.set(key, known);
      known.items += 1;
      if (pair.f1 !== undefined) known.values.push(pair.f1);
    }
  }
  return [...found.values()]
    .map(({ one, other, values, items }) => ({ one, other, items, f1: meanOf(values) ?? null }))
    .toSorted((a, b) => a.one.localeCompare(b.one) || a.other.localeCompare(b.other));
}
