import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { invalidFields, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { ScoreValue, ScoreValueDraft } from '../common/api.ts';
import { valueProblem } from '../common/score.ts';
import type { ScoresTables, ScoreValueRow } from './scores-tables.ts';
import { Scores } from './scores.ts';
import { visibleValues } from './visible-values.ts';

type Trx = Kysely<ScoresTables>;

/** Filter of values. */
export interface ScoreValueFilter {
  readonly item_id?: number | undefined;
  readonly user_id?: string | undefined;
  readonly score_id?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The mean of a person's values of one score, weighted by their weights, over a number of days. */
export interface ScoreAverage {
  readonly scoreId: number;
  readonly email: string;
  readonly days: number;
  readonly average: number;
}

/** The mean of the numeric values that people gave an item, weighted by their weights. */
export interface ItemScore {
  readonly itemId: number;
  readonly scoreId: number;
  readonly name: string;
  readonly average: number;
}

/** Values of scores: one for each item, score and person. */
@injectable()
export class ScoreValues {
  constructor(
    @inject(Scores) private readonly scores: Scores,
    @inject(Items) private readonly items: Items,
  ) {}

  async list(
    context: RequestContext,
    projectId: number,
    filter: ScoreValueFilter,
  ): Promise<{ readonly data: ScoreValue[]; readonly count: number }> {
    const visible = await visibleValues(context);
    return context.transaction(async (trx: Trx) => {
      const matching = trx
        .selectFrom('scores.value')
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .$if(filter.item_id !== undefined, query => query.where('item_id', '=', filter.item_id!))
        .$if(filter.score_id !== undefined, query => query.where('score_id', '=', filter.score_id!))
        .$if(filter.user_id !== undefined, query => query.where('email', '=', filter.user_id!))
        .where(visible);
      const rows = await matching.selectAll().orderBy('id').offset(filter.offset).limit(filter.limit).execute();
      const { count } = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return { data: rows.map(valueView), count };
    });
  }

  /**
   * Stores values, all or none; a new value replaces the one before.
   * @throws Fault NOT_FOUND for an item or score that is not there, INVALID_FIELD (400) with each value that does not
   * fit its score.
   */
  async put(context: RequestContext, projectId: number, data: readonly ScoreValueDraft[]): Promise<ScoreValue[]> {
    for (const id of new Set(data.map(each => each.item_id))) await this.items.get(context, id, projectId);
    const scores = await this.scores.byIds(
      context,
      data.map(each => each.score_id),
    );
    const issues = data.flatMap((each, at) => {
      const score = scores.get(each.score_id);
      if (score === undefined) throw notFound('The score');
      if (score.project_ids?.includes(projectId) === false)
        return [{ field: `data.${at}.score_id`, reason: `“${score.name}” is not used in this project` }];
      if ((each.value === null) !== (each.weight === null))
        return [
          {
            field: `data.${at}.${each.value === null ? 'value' : 'weight'}`,
            reason: 'value and weight must both be given or both be null',
          },
        ];
      const problem = each.value === null ? undefined : valueProblem(score, each.value);
      return problem === undefined ? [] : [{ field: `data.${at}.value`, reason: problem }];
    });
    if (issues.length > 0) throw invalidFields(issues);
    const last = new Map(data.map(each => [`${each.item_id} ${each.score_id} ${each.user_id}`, each]));
    return context.transaction(async (trx: Trx) =>
      (
        await trx
          .insertInto('scores.value')
          .values(
            [...last.values()].map(each => ({
              team_id: context.team.id,
              project_id: projectId,
              item_id: each.item_id,
              score_id: each.score_id,
              email: each.user_id,
              user_role: each.user_role,
              value: each.value === null ? null : JSON.stringify(each.value),
              weight: each.weight,
              component_id: each.component_id ?? null,
              updated_at: new Date(),
            })),
          )
          .onConflict(conflict =>
            conflict
              .columns(['team_id', 'item_id', 'score_id', 'email'])
              .doUpdateSet(row => ({
                user_role: row.ref('excluded.user_role'),
                value: row.ref('excluded.value'),
                weight: row.ref('excluded.weight'),
                component_id: row.ref('excluded.component_id'),
                updated_at: row.ref('excluded.updated_at'),
              })),
          )
          .returningAll()
          .execute()
      ).map(valueView),
    );
  }

  /**
   * Weighted means of the numeric values of people over the last days; of one project when it is given, of all days
   * when `days` is empty.
   */
  async averages(
    context: RequestContext,
    options: { readonly projectId?: number; readonly days: readonly number[] },
  ): Promise<readonly ScoreAverage[]> {
    const visible = await visibleValues(context);
    return context.transaction(async (trx: Trx) => {
      const found: ScoreAverage[] = [];
      for (const days of options.days) {
        const rows = await trx
          .selectFrom('scores.value')
          .select([
            'score_id',
            'email',
            sql<number>`sum((value #>> '{}')::float8 * weight) / sum(weight)`.as('average'),
          ])
          .where('team_id', '=', context.team.id)
          .where(sql<boolean>`jsonb_typeof(value) = 'number'`)
          .where('weight', 'is not', null)
          .where(visible)
          .where('updated_at', '>', sql<Date>`now() - make_interval(days => ${days})`)
          .$if(options.projectId !== undefined, query => query.where('project_id', '=', options.projectId!))
          .groupBy(['score_id', 'email'])
          .execute();
        found.push(...rows.map(row => ({ scoreId: row.score_id, email: row.email, days, average: row.average })));
      }
      return found;
    });
  }

  /** Means of items by score, of the values that the caller sees. */
  async ofItems(context: RequestContext, projectId: number, itemIds: readonly number[]): Promise<readonly ItemScore[]> {
    const visible = await visibleValues(context, 'value');
    return context.transaction((trx: Trx) =>
      trx
        .selectFrom('scores.value as value')
        .innerJoin('scores.score as score', 'score.id', 'value.score_id')
        .select([
          'value.item_id as itemId',
          'value.score_id as scoreId',
          'score.name',
          sql<number>`sum((value.value #>> '{}')::float8 * value.weight) / sum(value.weight)`.as('average'),
        ])
        .where('value.team_id', '=', context.team.id)
        .where('value.project_id', '=', projectId)
        .where(sql<boolean>`value.item_id = any(${[...itemIds]}::int[])`)
        .where(sql<boolean>`jsonb_typeof(value.value) = 'number'`)
        .where('value.weight', '>', 0)
        .where(visible)
        .groupBy(['value.item_id', 'value.score_id', 'score.name'])
        .orderBy('value.score_id')
        .execute(),
    );
  }

  /** Means of the people of a project since its beginning. */
  async ofProject(
    context: RequestContext,
    projectId: number,
  ): Promise<{ score_id: number; name: string; user_id: string; average: number; values: number }[]> {
    const visible = await visibleValues(context, 'value');
    return context.transaction((trx: Trx) =>
      trx
        .selectFrom('scores.value as value')
        .innerJoin('scores.score as score', 'score.id', 'value.score_id')
        .select([
          'value.score_id',
          'score.name',
          'value.email as user_id',
          sql<number>`sum((value.value #>> '{}')::float8 * value.weight) / sum(value.weight)`.as('average'),
          sql<number>`count(*)::int`.as('values'),
        ])
        .where('value.team_id', '=', context.team.id)
        .where('value.project_id', '=', projectId)
        .where(sql<boolean>`jsonb_typeof(value.value) = 'number'`)
        .where('value.weight', 'is not', null)
        .where(visible)
        .groupBy(['value.score_id', 'score.name', 'value.email'])
        .orderBy('value.score_id')
        .orderBy('value.email')
        .execute(),
    );
  }
}

const valueView = (row: ScoreValueRow): ScoreValue => ({
  item_id: row.item_id,
  team_id: row.team_id,
  project_id: row.project_id,
  user_id: row.email,
  user_role: String(row.user_role),
  score_id: row.score_id,
  value: row.value,
  weight: row.weight,
  component_id: row.component_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
