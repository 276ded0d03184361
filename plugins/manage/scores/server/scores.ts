import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { ListQuery } from '#core/api/common/index.ts';
import { readQueryString } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { FieldSource } from '#core/data/server/index.ts';
import { asUniqueViolation, conditionSql, orderSql } from '#core/data/server/index.ts';
import { Forms } from '#plugins/annotate/form/server/kit/index.ts';
import type { Score, ScoreChange, ScoreDraft } from '../common/score.ts';
import { payloadProblem, scoreQuery } from '../common/score.ts';
import { projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ScoreRow, ScoresTables } from './scores-tables.ts';

type Trx = Kysely<ScoresTables>;

/** Templates of a team at most. */
const MOST_SCORES = 200;

const sources: Readonly<Record<string, FieldSource>> = {
  id: { kind: 'integer', value: sql.ref('score.id') },
  name: { kind: 'text', value: sql.ref('score.name') },
  type: { kind: 'text', value: sql.ref('score.type') },
  createdAt: { kind: 'time', value: sql.ref('score.created_at') },
};

/** Score templates of a team. */
@injectable()
export class Scores {
  constructor(@inject(Forms) private readonly forms: Forms) {}

  async list(context: RequestContext, query: ListQuery): Promise<{ readonly data: Score[]; readonly count: number }> {
    const plan = readQueryString(query, scoreQuery);
    const source = (name: string): FieldSource | undefined => sources[name];
    return context.transaction(async (trx: Trx) => {
      const matching = trx
        .selectFrom('scores.score as score')
        .where('score.team_id', '=', context.team.id)
        .where(conditionSql(plan.condition, source));
      const rows = await matching
        .selectAll('score')
        .orderBy(orderSql(plan, source, sql.ref('score.id')))
        .offset(plan.offset)
        .limit(plan.limit)
        .execute();
      const { count } = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return { data: rows.map(scoreView), count };
    });
  }

  /** One template. Throws NOT_FOUND. */
  async get(context: RequestContext, id: number): Promise<Score> {
    const row = await context.transaction((trx: Trx) =>
      trx.selectFrom('scores.score').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The score');
    return scoreView(row);
  }

  /**
   * Throws INVALID_FIELD when the payload does not fit the type, NOT_FOUND for a project that is not there, NAME_EXISTS
   * for a taken name, PLAN_LIMIT beyond 200.
   */
  async create(context: RequestContext, draft: ScoreDraft): Promise<Score> {
    demandFit(draft);
    return onUniqueViolation(() =>
      context.transaction(async (trx: Trx) => {
        await demandProjects(trx, context, draft.project_ids);
        const { count } = await trx
          .selectFrom('scores.score')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('team_id', '=', context.team.id)
          .executeTakeFirstOrThrow();
        if (count >= MOST_SCORES)
          throw new Fault('PLAN_LIMIT', `A team has at most ${MOST_SCORES} score templates. Delete one first.`, {
            status: 422,
          });
        return scoreView(
          await trx
            .insertInto('scores.score')
            .values({
              team_id: context.team.id,
              name: draft.name,
              description: draft.description ?? null,
              type: draft.type,
              payload: JSON.stringify(draft.payload),
              project_ids: listed(draft.project_ids),
              visible_to: draft.visible_to,
            })
            .returningAll()
            .executeTakeFirstOrThrow(),
        );
      }),
    );
  }

  async update(context: RequestContext, id: number, change: ScoreChange): Promise<Score> {
    const before = await this.get(context, id);
    const after = {
      ...before,
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.description === undefined ? {} : { description: change.description }),
      payload: change.payload ?? before.payload,
      project_ids: change.project_ids === undefined ? before.project_ids : change.project_ids,
      visible_to: change.visible_to ?? before.visible_to,
    };
    demandFit(after);
    return onUniqueViolation(() =>
      context.transaction(async (trx: Trx) => {
        await demandProjects(trx, context, change.project_ids);
        return scoreView(
          await trx
            .updateTable('scores.score')
            .set({
              name: after.name,
              description: after.description,
              payload: JSON.stringify(after.payload),
              project_ids: listed(after.project_ids),
              visible_to: after.visible_to,
              updated_at: new Date(),
            })
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirstOrThrow(),
        );
      }),
    );
  }

  /** Deletes a template with its values. Throws CONFLICT naming the projects whose forms use it. */
  async remove(context: RequestContext, id: number): Promise<void> {
    await this.get(context, id);
    const projects = await this.forms.scoredBy(context, id);
    if (projects.length > 0)
      throw new Fault(
        'CONFLICT',
        `The forms of these projects use the score: ${projects.join(', ')}. Take it out of them first.`,
        { status: 409, details: { projects } },
      );
    await context.transaction((trx: Trx) => trx.deleteFrom('scores.score').where('id', '=', id).execute());
  }

  /** All templates of the team by age. */
  async all(context: RequestContext): Promise<readonly Score[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx.selectFrom('scores.score').selectAll().where('team_id', '=', context.team.id).orderBy('id').execute(),
    );
    return rows.map(scoreView);
  }

  /** Templates by id, those of them that are there. */
  async byIds(context: RequestContext, ids: readonly number[]): Promise<ReadonlyMap<number, Score>> {
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('scores.score')
        .selectAll()
        .where('id', 'in', [...new Set([0, ...ids])])
        .execute(),
    );
    return new Map(rows.map(row => [row.id, scoreView(row)]));
  }
}

function demandFit({ type, payload }: Pick<Score, 'type' | 'payload'>): void {
  const problem = payloadProblem(type, payload);
  if (problem !== undefined) throw invalidField(problem.field, problem.reason);
}

/** Throws NOT_FOUND when one of the projects is not there, or of another team. */
async function demandProjects(
  trx: Trx,
  context: RequestContext,
  ids: readonly number[] | null | undefined,
): Promise<void> {
  const wanted = [...new Set(ids ?? [])];
  if (wanted.length === 0) return;
  const found = await trx
    .selectFrom(projectRows.as('project'))
    .select('id')
    .where('team_id', '=', context.team.id)
    .where('id', 'in', wanted)
    .where('deleted_at', 'is', null)
    .execute();
  if (found.length < wanted.length) throw notFound('The project');
}

const listed = (ids: readonly number[] | null | undefined): string | null =>
  ids === undefined || ids === null ? null : JSON.stringify([...new Set(ids)]);

async function onUniqueViolation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (asUniqueViolation(error) === undefined) throw error;
    throw new Fault('NAME_EXISTS', 'A score with this name already exists.', {
      status: 409,
      details: { field: 'name' },
    });
  }
}

const scoreView = (row: ScoreRow): Score => ({
  id: row.id,
  team_id: row.team_id,
  name: row.name,
  description: row.description,
  type: row.type,
  payload: row.payload,
  project_ids: row.project_ids,
  visible_to: row.visible_to,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
