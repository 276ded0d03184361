import type { Readable } from 'node:stream';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, Database, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, DatabaseToken, JobsToken } from '#core/kernel/server/index.ts';
import { jobFailure } from '#plugins/exchange/exchange/server/kit/index.ts';
import { predictionsLimit } from '../common/api.ts';
import type { PredictionReport, PredictionSet } from '../common/prediction-shapes.ts';

type Trx = Kysely<unknown>;

/** Most prediction sets of a project. */
const MOST_SETS = 200;

export interface SetRow {
  readonly id: number;
  readonly project_id: number;
  readonly name: string;
  readonly model: string;
  readonly version: string;
  readonly file_name: string;
  readonly blob_hash: string | null;
  /** The database answers a bigint as text. */
  readonly size: string;
  readonly kept: boolean;
  readonly report: PredictionReport | null;
  readonly job_id: string;
  readonly creator: string;
  readonly created_at: Date;
}

/** Name, model and version of a prediction set. */
export interface SetNames {
  readonly name: string;
  readonly model: string;
  readonly version: string;
}

/** A change of a prediction set; fields that are absent stay. */
export interface SetChange {
  readonly name?: string | undefined;
  readonly model?: string | undefined;
  readonly version?: string | undefined;
  readonly kept?: true | undefined;
}

/** Prediction sets of projects. Rights are asked before. */
export class PredictionSets {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(DatabaseToken) private readonly database: Database,
  ) {}

  /** Returns all prediction sets of a project, newest first. */
  async list(context: RequestContext, projectId: number): Promise<readonly PredictionSet[]> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<SetRow>`select * from evaluation.prediction_set where team_id = ${context.team.id}::int
        and project_id = ${projectId}::int order by id desc`.execute(trx),
    );
    return Promise.all(rows.map(row => this.#view(context, row)));
  }

  /** @throws Fault NOT_FOUND */
  async get(context: RequestContext, projectId: number, id: number): Promise<PredictionSet> {
    return this.#view(context, await this.row(context, projectId, id));
  }

  /** @throws Fault NOT_FOUND */
  async row(context: RequestContext, projectId: number, id: number): Promise<SetRow> {
    const {
      rows: [row],
    } = await context.transaction((trx: Trx) =>
      sql<SetRow>`select * from evaluation.prediction_set where team_id = ${context.team.id}::int
        and project_id = ${projectId}::int and id = ${id}::int`.execute(trx),
    );
    if (row === undefined) throw notFound('The prediction set');
    return row;
  }

  /** Keeps the file and begins to read it. @throws Fault INVALID_FIELD for an empty file, PROJECT_LIMIT */
  async upload(
    context: RequestContext,
    projectId: number,
    { fileName, names, source }: { readonly fileName: string; readonly names: SetNames; readonly source: Readable },
  ): Promise<PredictionSet> {
    const { hash, size } = await this.blobs.put(source, { maxBytes: predictionsLimit, signal: context.signal });
    if (size === 0) throw invalidField('body', 'is empty');
    const row = await context.transaction(async (trx: Trx) => {
      const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count from evaluation.prediction_set
        where team_id = ${context.team.id}::int and project_id = ${projectId}::int`.execute(trx);
      if (counts[0]!.count >= MOST_SETS)
        throw new Fault('PROJECT_LIMIT', `A project has at most ${MOST_SETS} prediction sets. Delete one first.`, {
          status: 422,
        });
      const { rows } = await sql<SetRow>`insert into evaluation.prediction_set
          (team_id, project_id, name, model, version, file_name, blob_hash, size, creator)
        values (${context.team.id}::int, ${projectId}::int, ${names.name}, ${names.model}, ${names.version},
          ${fileName}, ${hash}, ${size}, ${context.user.email}) returning *`.execute(trx);
      const made = rows[0]!;
      const job = await this.jobs.enqueue(trx, {
        teamId: context.team.id,
        plugin: 'evaluation',
        name: 'read',
        title: `Read predictions – ${names.name}`,
        subject: { prediction_set_id: made.id, project_id: projectId },
        creatorId: context.user.id,
      });
      return (
        await sql<SetRow>`update evaluation.prediction_set set job_id = ${job.id}::uuid
          where team_id = ${context.team.id}::int and id = ${made.id}::int returning *`.execute(trx)
      ).rows[0]!;
    });
    return this.#view(context, row);
  }

  /**
   * Changes names, or keeps a set that was read.
   * @throws Fault NOT_FOUND, CONFLICT for keeping one that is not read.
   */
  async update(
    context: RequestContext,
    projectId: number,
    id: number,
    { name, model, version, kept }: SetChange,
  ): Promise<PredictionSet> {
    const row = await this.row(context, projectId, id);
    if (kept === true && row.report === null)
      throw new Fault('CONFLICT', 'These predictions are not read yet. Wait until they are.', { status: 409 });
    const { rows } = await context.transaction((trx: Trx) =>
      sql<SetRow>`update evaluation.prediction_set set name = ${name ?? row.name}, model = ${model ?? row.model},
        version = ${version ?? row.version}, kept = kept or ${kept === true}
        where team_id = ${context.team.id}::int and id = ${id}::int returning *`.execute(trx),
    );
    if (rows[0] === undefined) throw notFound('The prediction set');
    return this.#view(context, rows[0]);
  }

  /** Deletes a set with its predictions and evaluations. @throws Fault NOT_FOUND */
  async delete(context: RequestContext, projectId: number, id: number): Promise<void> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<SetRow>`delete from evaluation.prediction_set where team_id = ${context.team.id}::int
        and project_id = ${projectId}::int and id = ${id}::int returning *`.execute(trx),
    );
    const [row] = rows;
    if (row === undefined) throw notFound('The prediction set');
    if (row.report === null) await this.jobs.cancel(context.team.id, row.job_id).catch(() => undefined);
    if (row.blob_hash !== null) await this.release(row.blob_hash);
  }

  /** Notes what was read, and lets the file go. Not to be called inside a transaction of a team. */
  async finish(context: RequestContext, row: SetRow, report: PredictionReport): Promise<void> {
    await context.transaction((trx: Trx) =>
      sql`update evaluation.prediction_set set report = ${JSON.stringify(report)}::jsonb, blob_hash = null
        where team_id = ${context.team.id}::int and id = ${row.id}::int`.execute(trx),
    );
    if (row.blob_hash !== null) await this.release(row.blob_hash);
  }

  /** The same bytes are kept once for all teams: they go when no set names them any more. */
  async release(hash: string): Promise<void> {
    const used = await this.database
      .system<Record<string, never>>('users of a file of predictions')
      .transaction(
        async trx =>
          (await sql`select from evaluation.prediction_set where blob_hash = ${hash} limit 1`.execute(trx)).rows
            .length > 0,
      );
    if (!used) await this.blobs.delete(hash);
  }

  async #view(context: RequestContext, row: SetRow): Promise<PredictionSet> {
    const failure =
      row.report === null
        ? await jobFailure(this.jobs, context.team.id, row.job_id, 'The predictions could not be read.')
        : undefined;
    const { id, project_id, name, model, version, file_name, report, job_id, creator } = row;
    return {
      id,
      project_id,
      name,
      model,
      version,
      file_name,
      state: report !== null ? (row.kept ? 'ready' : 'preview') : failure === undefined ? 'reading' : 'failed',
      job_id,
      report,
      error: failure?.error.message ?? null,
      creator,
      createdAt: row.created_at.toISOString(),
    };
  }
}
