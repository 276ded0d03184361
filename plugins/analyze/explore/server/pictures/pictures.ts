import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { isFinished } from '#core/data/common/index.ts';
import type { BlobDriver, JobRun, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, JobsToken } from '#core/kernel/server/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { joinDuplicates } from './duplicate-groups.ts';
import { measurePicture } from './picture-file.ts';

type Trx = Kysely<unknown>;

/** Pictures measured while somebody waits; more are left to a job. */
const INLINE = 40;
/** Pictures of one step of the job, and those decoded at the same time. */
const STEP = 50;
const AT_ONCE = 2;

/** The picture that is measured of an item: the one of at most 1600 pixels where the server made it. */
export const MEASURED_FILE = sql`coalesce(case when item.lores_mime is null then item.lores_hash end, item.display_hash, item.blob_hash)`;
/** Items with a picture on this server, with what was measured of it. */
const MEASURABLE = sql`${itemRows} as item left join explore.picture as picture on picture.team_id = item.team_id and picture.item_id = item.id`;
const STALE = sql<boolean>`(picture.item_id is null or picture.file <> ${MEASURED_FILE})`;

/** Progress of measuring the pictures of a project. */
export interface PictureState {
  readonly state: 'ready' | 'running' | 'needed';
  readonly done: number;
  readonly total: number;
  /** Pictures that could not be read. */
  readonly unreadable: number;
  readonly jobId: string | undefined;
  /** The last job, where it failed. */
  readonly failedJobId: string | undefined;
}

/** Measures pictures of items: brightness, contrast, sharpness, hash and descriptor. */
export class Pictures {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
  ) {}

  /** Progress of measuring the pictures of a project. */
  async state(context: RequestContext, projectId: number): Promise<PictureState> {
    const { count, jobId } = await context.transaction(async (trx: Trx) => {
      const { rows: counts } = await sql<{ total: number; open: number; unreadable: number }>`
        select count(*)::int as total, (count(*) filter (where ${STALE}))::int as open, (count(*) filter (where picture.item_id is not null and picture.hash is null))::int as unreadable
        from ${MEASURABLE} where ${this.#measurable(context, projectId)}`.execute(trx);
      const { rows: syncs } = await sql<{
        job_id: string;
      }>`select job_id from explore.picture_sync where team_id = ${context.team.id}::int and project_id = ${projectId}::int`.execute(
        trx,
      );
      return { count: counts[0]!, jobId: syncs[0]?.job_id };
    });
    const job = jobId === undefined ? undefined : await this.jobs.get(context.team.id, jobId);
    const running = job !== undefined && !isFinished(job.state);
    const { total, open, unreadable } = count;
    return {
      state: open === 0 ? 'ready' : running ? 'running' : 'needed',
      done: total - open,
      total,
      unreadable,
      jobId: running ? jobId : undefined,
      failedJobId: job?.state === 'FAILED' ? jobId : undefined,
    };
  }

  /**
   * Starts the job that measures the pictures of a project, or answers that it runs; undefined when there is nothing to
   * do.
   */
  async sync(context: RequestContext, projectId: number): Promise<string | undefined> {
    const before = await this.state(context, projectId);
    if (before.state === 'ready') return undefined;
    if (before.state === 'running') return before.jobId;
    return context.transaction(async (trx: Trx) => {
      const job = await this.jobs.enqueue(trx, {
        teamId: context.team.id,
        plugin: 'explore',
        name: 'pictures',
        subject: { project_id: projectId },
        creatorId: context.user.id,
      });
      await sql`insert into explore.picture_sync (team_id, project_id, job_id) values (${context.team.id}, ${projectId}, ${job.id}) on conflict (team_id, project_id) do update set job_id = excluded.job_id`.execute(
        trx,
      );
      return job.id;
    });
  }

  /**
   * Measures the few pictures that were not, before they are asked for.
   * @throws Fault SIMILARITY_NOT_READY (409) when they are many.
   */
  async demandReady(context: RequestContext, projectId: number): Promise<void> {
    const { state, done, total } = await this.state(context, projectId);
    if (state === 'ready') return;
    if (total - done <= INLINE) {
      while ((await this.step(context, projectId)) > 0);
      return;
    }
    throw new Fault(
      'SIMILARITY_NOT_READY',
      `Queries about how pictures look need them measured first: ${done} of ${total} are. Start this in Explore.`,
      { status: 409, details: { done, total } },
    );
  }

  /** The job: a part at a time, until none is left. */
  async run(run: JobRun, context: RequestContext): Promise<unknown> {
    const { project_id: projectId } = run.subject as { readonly project_id: number };
    for (;;) {
      run.signal.throwIfAborted();
      const measured = await this.step(context, projectId);
      const { done, total } = await this.state(context, projectId);
      run.progress(done, total);
      if (measured === 0) return { pictures: total };
    }
  }

  /** Measures the next pictures; answers how many. A picture that cannot be read is noted as that. */
  async step(context: RequestContext, projectId: number): Promise<number> {
    const next = await context.transaction(
      async (trx: Trx) =>
        (
          await sql<{ id: number; file: string }>`select item.id, ${MEASURED_FILE} as file from ${MEASURABLE}
          where ${this.#measurable(context, projectId)} and ${STALE} order by item.id limit ${STEP}`.execute(trx)
        ).rows,
    );
    if (next.length === 0) return 0;
    const limit = pLimit(AT_ONCE);
    const rows = await Promise.all(
      next.map(({ id, file }) =>
        limit(async () => {
          const measures = await measurePicture(this.blobs, file);
          return {
            item_id: id,
            file,
            hash: measures === undefined ? null : bitsOf(measures.hash),
            blocks: measures === undefined ? null : blocksOf(measures.hash),
            brightness: measures?.brightness ?? null,
            contrast: measures?.contrast ?? null,
            sharpness: measures?.sharpness ?? null,
            descriptor: measures === undefined ? null : Buffer.from(measures.descriptor).toString('hex'),
          };
        }),
      ),
    );
    await context.transaction(async (trx: Trx) => {
      // Moved or deleted items in between are left out by the join.
      await sql`insert into explore.picture (team_id, project_id, item_id, file, hash, block0, block1, block2, block3, brightness, contrast, sharpness, descriptor)
        select item.team_id, item.project_id, item.id, given.file, given.hash::bit(64), (given.blocks->>0)::int, (given.blocks->>1)::int, (given.blocks->>2)::int, (given.blocks->>3)::int,
          given.brightness, given.contrast, given.sharpness, decode(given.descriptor, 'hex')
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (item_id int, file text, hash text, blocks jsonb, brightness double precision, contrast double precision, sharpness double precision, descriptor text)
        join ${itemRows} as item on item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.id = given.item_id
        on conflict (team_id, item_id) do update set project_id = excluded.project_id, file = excluded.file, hash = excluded.hash, block0 = excluded.block0, block1 = excluded.block1, block2 = excluded.block2, block3 = excluded.block3,
          brightness = excluded.brightness, contrast = excluded.contrast, sharpness = excluded.sharpness, descriptor = excluded.descriptor, duplicate_group = null, measured_at = now()`.execute(
        trx,
      );
      await joinDuplicates(
        trx,
        context,
        projectId,
        rows.map(each => each.item_id),
      );
    });
    return next.length;
  }

  #measurable(context: RequestContext, projectId: number) {
    return sql<boolean>`item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.deleted_at is null and item.width is not null and ${MEASURED_FILE} is not null`;
  }
}

/** The 64 bits of a hash as zeros and ones. */
const bitsOf = (hash: string): string => BigInt(`0x${hash}`).toString(2).padStart(64, '0');

/** The four blocks of a hash as numbers. */
const blocksOf = (hash: string): readonly number[] =>
  [0, 4, 8, 12].map(start => Number.parseInt(hash.slice(start, start + 4), 16));
