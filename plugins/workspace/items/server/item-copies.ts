import { inject } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Job, JobRun, Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import type { CopyProgress } from '../common/copy-api.ts';
import { Folders } from './folders.ts';
import { ItemCopier } from './item-copier.ts';
import type { CopyCount, CopyManner } from './item-copier.ts';
import { ItemReader } from './item-reader.ts';
import type { CopyTable, ItemTables } from './items-tables.ts';

/** More items than this are copied by a job, that many in each of its steps. */
const AT_ONCE = 1000;
/** Hours for which the result of a finished copy can be read. */
const REMEMBERED_HOURS = 24;

const request = z.object({
  source: z.int(),
  destination: z.int(),
  names: z.array(z.string()).nullable(),
  operation: z.enum(['copy', 'move']),
  annotations: z.boolean(),
  keepPin: z.boolean(),
  duplicates: z.enum(['skip_duplicates', 'replace_all', 'replace_annotation']),
});

/** A copy or move as it is asked for. Without names the entire folder is selected. */
export interface CopyRequest extends CopyManner {
  readonly projectId: number;
  readonly sourceId: number;
  readonly destinationId: number;
  readonly names: readonly string[] | undefined;
  /** Asked for by the older call, whose progress is a list of numbers. */
  readonly older?: boolean;
}

/**
 * Copies and moves that clients ask after: small ones are done before the answer, large ones by a job. Rights are asked
 * before.
 */
export class ItemCopies {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemCopier) private readonly copier: ItemCopier,
  ) {}

  /**
   * Begins, and answers the number to ask after.
   * @throws Fault NOT_FOUND for a folder, FOLDER_LIMIT, PROJECT_LIMIT (422).
   */
  async begin(context: RequestContext, asked: CopyRequest): Promise<number> {
    const { projectId, names, operation, annotations, keepPin, duplicates } = asked;
    const source = await this.folders.get(context, projectId, asked.sourceId);
    const destination = await this.folders.get(context, projectId, asked.destinationId);
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const ids = await this.#ids(trx, context, projectId, source.id, names, 0, AT_ONCE + 1);
      const large = ids.length > AT_ONCE;
      const total = large ? await this.#count(trx, context, projectId, source.id, names) : ids.length;
      const { done, skipped } = large
        ? { done: 0, skipped: 0 }
        : await this.copier.copyOrMove(context, ids, source, destination, {
            operation,
            annotations,
            keepPin,
            duplicates,
          });
      const kept: z.output<typeof request> = {
        source: source.id,
        destination: destination.id,
        names: large ? (names === undefined ? null : [...names]) : [],
        operation,
        annotations,
        keepPin,
        duplicates,
      };
      await trx
        .deleteFrom('items.copy')
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${REMEMBERED_HOURS})`)
        .execute();
      const { id } = await trx
        .insertInto('items.copy')
        .values({
          team_id: context.team.id,
          project_id: projectId,
          request: JSON.stringify(kept),
          older: asked.older === true,
          done,
          skipped,
          total,
          creator_email: context.user.email,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (large) {
        const job = await this.jobs.enqueue(trx, {
          teamId: context.team.id,
          plugin: 'items',
          name: 'copy',
          title: `Copy ${total.toLocaleString('en')} items`,
          subject: { copy_id: id, project_id: projectId },
          creatorId: context.user.id,
        });
        await trx.updateTable('items.copy').set({ job_id: job.id }).where('id', '=', id).execute();
      }
      return id;
    });
  }

  /** Returns the progress of a copy. @throws Fault NOT_FOUND */
  async progress(context: RequestContext, projectId: number, id: number): Promise<CopyProgress | number[]> {
    const { row, job } = await this.#look(context, projectId, id);
    const over = job === undefined || job.state === 'COMPLETED' || job.state === 'FAILED';
    if (row.older) return [row.done, row.skipped, row.total];
    return {
      progress: over ? 'finished' : 'inProgress',
      state: job?.state ?? 'COMPLETED',
      done: row.done,
      skipped: row.skipped,
      total: row.total,
      job_id: row.job_id,
      message: job?.error?.message ?? null,
    };
  }

  /** Stops a copy after the step it is in; what was copied stays. @throws Fault NOT_FOUND */
  async cancel(context: RequestContext, projectId: number, id: number): Promise<void> {
    const { job } = await this.#look(context, projectId, id);
    if (job !== undefined) await this.jobs.cancel(context.team.id, job.id);
  }

  /** The job of a large copy. Each step is done exactly once, also when the server was killed in between. */
  async run(run: JobRun, context: RequestContext): Promise<CopyCount> {
    const { copy_id: id, project_id: projectId } = z
      .object({ copy_id: z.int(), project_id: z.int() })
      .parse(run.subject);
    const { row } = await this.#look(context, projectId, id);
    const { source, destination: destinationId, names, ...manner } = request.parse(row.request);
    const demanded = manner.operation === 'move' ? 'MoveItem' : 'CopyItem';
    await context.demand(demanded, { projectId });
    const destination = await this.folders.get(context, projectId, destinationId);
    const count = { done: 0, skipped: 0 };
    for (let after = 0; ;) {
      run.signal.throwIfAborted();
      const step = await run.effect(`after ${after}`, async (trx: Kysely<ItemTables>) => {
        const ids = await this.#ids(trx, context, projectId, source, names ?? undefined, after, AT_ONCE);
        const last = ids.at(-1);
        if (last === undefined) return { last: 0, done: 0, skipped: 0 };
        const { done, skipped } = await this.copier.copyOrMove(
          context,
          ids,
          { project_id: projectId, id: source },
          destination,
          manner,
        );
        await trx
          .updateTable('items.copy')
          .set({ done: sql`done + ${done}`, skipped: sql`skipped + ${skipped}` })
          .where('id', '=', id)
          .execute();
        return { last, done, skipped };
      });
      if (step.last === 0) return count;
      after = step.last;
      count.done += step.done;
      count.skipped += step.skipped;
      run.progress(count.done + count.skipped, row.total);
    }
  }

  async #look(
    context: RequestContext,
    projectId: number,
    id: number,
  ): Promise<{ readonly row: Selectable<CopyTable>; readonly job: Job | undefined }> {
    const row = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.copy')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    // Who moves items sees what becomes of all of them; others know of their own copies only.
    if (
      row === undefined ||
      (row.creator_email !== context.user.email && !(await context.can('CopyItem', { projectId })))
    )
      throw notFound('The copy');
    return { row, job: row.job_id === null ? undefined : await this.jobs.get(context.team.id, row.job_id) };
  }

  async #ids(
    trx: Kysely<ItemTables>,
    context: RequestContext,
    projectId: number,
    folderId: number,
    names: readonly string[] | undefined,
    after: number,
    limit: number,
  ): Promise<number[]> {
    const rows = await (
      await this.#matching(trx, context, projectId, folderId, names)
    )
      .where('item.id', '>', after)
      .orderBy('item.id')
      .limit(limit)
      .select('item.id')
      .execute();
    return rows.map(row => row.id as number);
  }

  async #count(
    trx: Kysely<ItemTables>,
    context: RequestContext,
    projectId: number,
    folderId: number,
    names: readonly string[] | undefined,
  ): Promise<number> {
    const found = await (
      await this.#matching(trx, context, projectId, folderId, names)
    )
      .select(sql<number>`count(*)::int`.as('items'))
      .executeTakeFirstOrThrow();
    return found.items;
  }

  async #matching(
    trx: Kysely<ItemTables>,
    context: RequestContext,
    projectId: number,
    folderId: number,
    names: readonly string[] | undefined,
  ) {
    const query = (await this.reader.visible(trx, context, projectId)).where('item.folder_id', '=', folderId);
    return names === undefined ? query : query.where(sql<boolean>`item.name = any(${[...names]}::text[])`);
  }
}
