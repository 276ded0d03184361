import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { forbidden, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { isTeamAdmin } from '#core/permissions/common/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { contributorRows, projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { PersonScore } from '../common/api.ts';
import type { ScoresTables } from './scores-tables.ts';
import { Scores } from './scores.ts';
import { visibleValues } from './visible-values.ts';

type Trx = Kysely<ScoresTables>;

/** Days that a history goes back. */
const HISTORY_DAYS = 30;
/** Values shown one by one. */
const LATEST = 20;

/** Scores of people. */
@injectable()
export class ScoreHistory {
  constructor(
    @inject(Scores) private readonly scores: Scores,
    @inject(Members) private readonly members: Members,
  ) {}

  /**
   * The scores of one person that the caller sees: averages of 7, 14 and 30 days, means by day and by project, the
   * latest values. Projects that the caller has no part in do not count. Throws NOT_FOUND for somebody the caller does
   * not see, FORBIDDEN without the right.
   */
  async of(context: RequestContext, email: string): Promise<readonly PersonScore[]> {
    if (!(await this.members.seen(context)).some(each => each.email === email)) throw notFound('The member');
    const own = email === context.user.email;
    if (!own && !(await context.can('ViewUserScores'))) throw forbidden('ViewUserScores');
    const templates = await this.scores.all(context);
    const visible = await visibleValues(context, 'value');
    const seesAll = own || isTeamAdmin(context.team.role as TeamRole);
    const rows = await context.transaction(async (trx: Trx) =>
      trx
        .selectFrom('scores.value as value')
        .innerJoin(projectRows.as('project'), join =>
          join.onRef('project.team_id', '=', 'value.team_id').onRef('project.id', '=', 'value.project_id'),
        )
        .select([
          'value.score_id',
          'value.project_id',
          'project.name as project_name',
          'value.item_id',
          'value.value',
          'value.weight',
          'value.updated_at',
          sql<number>`extract(epoch from now() - value.updated_at)::float8 / 86400`.as('days_ago'),
        ])
        .where('value.team_id', '=', context.team.id)
        .where('value.email', '=', email)
        .where('value.value', 'is not', null)
        .where('value.weight', 'is not', null)
        .where('project.deleted_at', 'is', null)
        .where(visible)
        .$if(!seesAll, query =>
          query.where(({ exists, selectFrom }) =>
            exists(
              selectFrom(contributorRows.as('contributor'))
                .select('contributor.id')
                .whereRef('contributor.team_id', '=', 'value.team_id')
                .whereRef('contributor.project_id', '=', 'value.project_id')
                .where('contributor.email', '=', context.user.email),
            ),
          ),
        )
        .orderBy('value.updated_at', 'desc')
        .orderBy('value.id', 'desc')
        .limit(10_000)
        .execute(),
    );
    return templates.flatMap(({ id, name, type, payload }): PersonScore[] => {
      const mine = rows.filter(each => each.score_id === id);
      if (mine.length === 0) return [];
      const within = (days: number): number | null => mean(mine.filter(each => each.days_ago < days));
      const days = new Map<string, Valued[]>();
      for (const each of mine.filter(one => one.days_ago < HISTORY_DAYS)) {
        const day = each.updated_at.toISOString().slice(0, 10);
        days.set(day, [...(days.get(day) ?? []), each]);
      }
      const projects = new Map(mine.map(each => [each.project_id, each.project_name]));
      return [
        {
          score_id: id,
          name,
          type,
          payload,
          values: mine.length,
          averages: { 7: within(7), 14: within(14), 30: within(30) },
          days: [...days].map(([day, list]) => ({ day, average: mean(list) })).toReversed(),
          projects: [...projects].map(([project_id, project_name]) => {
            const list = mine.filter(each => each.project_id === project_id);
            return { project_id, name: project_name, average: mean(list), values: list.length };
          }),
          latest: mine
            .slice(0, LATEST)
            .map(each => ({
              project_id: each.project_id,
              item_id: each.item_id,
              value: each.value!,
              weight: each.weight!,
              updatedAt: each.updated_at.toISOString(),
            })),
        },
      ];
    });
  }
}

interface Valued {
  readonly value: number | string | null;
  readonly weight: number | null;
}

/** The weighted mean of the numbers among the values; null when there is none. */
function mean(list: readonly Valued[]): number | null {
  const numbers = list.flatMap(each =>
    typeof each.value === 'number' && each.weight !== null ? [{ value: each.value, weight: each.weight }] : [],
  );
  const weight = numbers.reduce((sum, each) => sum + each.weight, 0);
  return weight === 0 ? null : numbers.reduce((sum, each) => sum + each.value * each.weight, 0) / weight;
}
