import { inject, optional } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import type { FrozenVersion } from '#plugins/analyze/explore/server/kit/index.ts';
import { FrozenItems, Searches } from '#plugins/analyze/explore/server/kit/index.ts';
import { jobFailure } from '#plugins/exchange/exchange/server/kit/index.ts';
import { workRows } from '#plugins/review/agreement/server/kit/index.ts';
import { evaluationRequest } from '../common/api.ts';
import type { EvaluationRequest } from '../common/api.ts';
import type { EvaluationLine, EvaluationResult, EvaluationView } from '../common/evaluation-shapes.ts';
import { PredictionSets } from './prediction-sets.ts';

type Trx = Kysely<unknown>;

/** Evaluations that are listed and kept of a project. */
const MOST_EVALUATIONS = 200;

export interface EvaluationRow {
  readonly id: number;
  readonly project_id: number;
  readonly request: unknown;
  readonly prediction_set_id: number | null;
  readonly subject: string;
  readonly job_id: string;
  readonly creator: string;
  readonly created_at: Date;
  readonly ap: number | null;
  readonly f1: number | null;
  readonly items: number | null;
  readonly snapshot_name: string | null;
}

const LINE = sql`id, project_id, request, prediction_set_id, subject, job_id, creator, created_at, ap, f1, items, snapshot_name`;

/** Evaluations of projects. Rights are asked before. */
export class Evaluations {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(PredictionSets) private readonly sets: PredictionSets,
    @inject(Searches) @optional() private readonly searches: Searches | undefined,
    @inject(FrozenItems) @optional() private readonly frozen: FrozenItems | undefined,
  ) {}

  /** Returns the newest evaluations of a project without their figures. */
  async list(context: RequestContext, projectId: number): Promise<readonly EvaluationLine[]> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<EvaluationRow>`select ${LINE} from evaluation.evaluation where team_id = ${context.team.id}::int
        and project_id = ${projectId}::int order by id desc limit ${MOST_EVALUATIONS}`.execute(trx),
    );
    return Promise.all(rows.map(row => this.#line(context, row)));
  }

  /** @throws Fault NOT_FOUND */
  async get(context: RequestContext, projectId: number, id: number): Promise<EvaluationView> {
    const row = await this.row(context, projectId, id);
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{ result: EvaluationResult | null }>`select result from evaluation.evaluation
        where team_id = ${context.team.id}::int and id = ${id}::int`.execute(trx),
    );
    return { ...(await this.#line(context, row)), result: rows[0]?.result ?? null };
  }

  /** Returns an evaluation without its figures. @throws Fault NOT_FOUND */
  async row(context: RequestContext, projectId: number, id: number): Promise<EvaluationRow> {
    const {
      rows: [row],
    } = await context.transaction((trx: Trx) =>
      sql<EvaluationRow>`select ${LINE} from evaluation.evaluation where team_id = ${context.team.id}::int
        and project_id = ${projectId}::int and id = ${id}::int`.execute(trx),
    );
    if (row === undefined) throw notFound('The evaluation');
    return row;
  }

  /** Begins an evaluation. @throws Fault INVALID_FIELD, NOT_FOUND, QUERY_SYNTAX, CONFLICT, PROJECT_LIMIT */
  async start(context: RequestContext, projectId: number, request: EvaluationRequest): Promise<EvaluationView> {
    const subject = await this.#subject(context, projectId, request);
    if (request.reference !== undefined) await this.#demandCopies(context, projectId, 'reference', request.reference);
    await this.#demandScope(context, projectId, request);
    const version = await this.#version(context, projectId, request);
    const row = await context.transaction(async (trx: Trx) => {
      const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count from evaluation.evaluation
        where team_id = ${context.team.id}::int and project_id = ${projectId}::int`.execute(trx);
      if (counts[0]!.count >= MOST_EVALUATIONS)
        throw new Fault('PROJECT_LIMIT', `A project has at most ${MOST_EVALUATIONS} evaluations. Delete one first.`, {
          status: 422,
        });
      const { rows } = await sql<{ id: number }>`insert into evaluation.evaluation
          (team_id, project_id, request, prediction_set_id, subject, creator, snapshot_name)
        values (${context.team.id}::int, ${projectId}::int, ${JSON.stringify(request)}::jsonb,
          ${request.prediction_set_id ?? null}::int, ${subject}, ${context.user.email}, ${version?.name ?? null}) returning id`.execute(
        trx,
      );
      const { id } = rows[0]!;
      const job = await this.jobs.enqueue(trx, {
        teamId: context.team.id,
        plugin: 'evaluation',
        name: 'evaluate',
        title: `Evaluate – ${subject}`,
        subject: { evaluation_id: id, project_id: projectId },
        creatorId: context.user.id,
      });
      return (
        await sql<EvaluationRow>`update evaluation.evaluation set job_id = ${job.id}::uuid
          where team_id = ${context.team.id}::int and id = ${id}::int returning ${LINE}`.execute(trx)
      ).rows[0]!;
    });
    return { ...(await this.#line(context, row)), result: null };
  }

  /** @throws Fault NOT_FOUND */
  async delete(context: RequestContext, projectId: number, id: number): Promise<void> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<EvaluationRow>`delete from evaluation.evaluation where team_id = ${context.team.id}::int
        and project_id = ${projectId}::int and id = ${id}::int returning ${LINE}`.execute(trx),
    );
    const [row] = rows;
    if (row === undefined) throw notFound('The evaluation');
    if (row.items === null) await this.jobs.cancel(context.team.id, row.job_id).catch(() => undefined);
  }

  async #subject(context: RequestContext, projectId: number, request: EvaluationRequest): Promise<string> {
    const { prediction_set_id: setId, annotator } = request;
    if ((setId === undefined) === (annotator === undefined))
      throw invalidField('prediction_set_id', 'or annotator must be given, and not both');
    if (annotator !== undefined) {
      await this.#demandCopies(context, projectId, 'annotator', annotator);
      if (annotator === request.reference) throw invalidField('reference', 'must be another person than annotator');
      return annotator;
    }
    const set = await this.sets.row(context, projectId, setId!);
    if (set.report === null || !set.kept)
      throw new Fault('CONFLICT', 'Keep these predictions first: they are not part of the project yet.', {
        status: 409,
      });
    return [set.name, set.model, set.version].filter(each => each !== '').join(' · ');
  }

  async #demandCopies(
    context: RequestContext,
    projectId: number,
    field: 'annotator' | 'reference',
    email: string,
  ): Promise<void> {
    const { rows } = context.enabled('agreement')
      ? await context.transaction((trx: Trx) =>
          sql`select from ${workRows} as copy where copy.team_id = ${context.team.id}::int
            and copy.project_id = ${projectId}::int and lower(copy.email) = ${email} limit 1`.execute(trx),
        )
      : { rows: [] };
    if (rows.length === 0) throw invalidField(field, `names ${email}, who has no copies of items of this project`);
  }

  /** @throws Fault for a query or a subset that finds nothing known. */
  async #demandScope(context: RequestContext, projectId: number, request: EvaluationRequest): Promise<void> {
    const { query, subset_id: subsetId } = request;
    if (query === '' && subsetId === undefined) return;
    if (this.searches === undefined || !context.enabled('explore'))
      throw invalidField('query', 'needs the plugin Explore, which is switched off');
    const found = await this.searches.count(context, { projectId, subsetId }, query, 1);
    if (found.count === 0) throw invalidField(subsetId === undefined ? 'query' : 'subset_id', 'finds no items');
  }

  /** The dataset version that is evaluated. @throws Fault NOT_FOUND, CONFLICT, INVALID_FIELD beside another scope. */
  async #version(
    context: RequestContext,
    projectId: number,
    { snapshot_id: id, query, subset_id: subsetId, annotator, reference }: EvaluationRequest,
  ): Promise<FrozenVersion | undefined> {
    if (id === undefined) return undefined;
    if (this.frozen === undefined || !context.enabled('explore'))
      throw invalidField('snapshot_id', 'needs the plugin Explore, which is switched off');
    if (query !== '' || subsetId !== undefined)
      throw invalidField('snapshot_id', 'cannot be combined with query or subset_id');
    if (annotator !== undefined || reference !== undefined)
      throw invalidField('snapshot_id', 'cannot be combined with copies of people: a dataset version has none');
    return this.frozen.demand(context, projectId, id);
  }

  async #line(context: RequestContext, row: EvaluationRow): Promise<EvaluationLine> {
    const { task, reference, overlap, query, subset_id, snapshot_id, only_predicted } = evaluationRequest.parse(
      row.request,
    );
    const failure =
      row.items === null
        ? await jobFailure(this.jobs, context.team.id, row.job_id, 'The evaluation could not be made.')
        : undefined;
    return {
      id: row.id,
      project_id: row.project_id,
      task,
      prediction_set_id: row.prediction_set_id,
      subject: row.subject,
      reference: reference ?? null,
      overlap,
      query,
      subset_id: subset_id ?? null,
      snapshot_id: snapshot_id ?? null,
      snapshot_name: row.snapshot_name,
      only_predicted,
      state: row.items !== null ? 'ready' : failure === undefined ? 'running' : 'failed',
      job_id: row.job_id,
      error: failure?.error.message ?? null,
      creator: row.creator,
      createdAt: row.created_at.toISOString(),
      ap: row.ap,
      f1: row.f1,
      items: row.items,
    };
  }
}
