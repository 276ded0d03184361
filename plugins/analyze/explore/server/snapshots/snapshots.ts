import { createHash } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, BlobUrls, Database, JobRun, Jobs } from '#core/data/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { BlobsToken, BlobUrlsToken, DatabaseToken, JobsToken } from '#core/kernel/server/index.ts';
import { canonicalJson } from '../../common/canonical-json.ts';
import type { Snapshot, SnapshotComparison } from '../../common/snapshot-api.ts';
import type { SearchPlace } from '../searches.ts';
import { Searches } from '../searches.ts';
import { SnapshotLines } from './snapshot-lines.ts';

type Trx = Kysely<unknown>;

const LINK_MS = 3_600_000;
/** Most versions of a project, and most items of one. */
const MOST_SNAPSHOTS = 200;
const MOST_ITEMS = 1_000_000;
/** Items that are read at a time. */
const PART = 200;
/** Items of a comparison that are listed. */
const MOST_LISTED = 200;

interface Row {
  readonly id: number;
  readonly project_id: number;
  readonly name: string;
  readonly query: string;
  readonly folder_id: number | null;
  readonly subset_id: number | null;
  readonly creator: string;
  readonly created_at: Date;
  readonly job_id: string;
  readonly blob_hash: string | null;
  /** The database answers a bigint as text. */
  readonly size: string | null;
  readonly items: number | null;
}

/** Versions of datasets: a job writes the items of a query with their annotations into a file that never changes. */
export class Snapshots {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
    @inject(DatabaseToken) private readonly database: Database,
    @inject(Searches) private readonly searches: Searches,
    @inject(SnapshotLines) private readonly lines: SnapshotLines,
  ) {}

  /** One page, newest first, and the number of all. */
  async list(
    context: RequestContext,
    projectId: number,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: Snapshot[]; readonly count: number }> {
    const { rows, count } = await context.transaction(async (trx: Trx) => {
      const own = sql`from explore.snapshot where team_id = ${context.team.id}::int and project_id = ${projectId}::int`;
      const { rows: page } = await sql<Row>`select * ${own} order by id desc offset ${offset} limit ${limit}`.execute(
        trx,
      );
      const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count ${own}`.execute(trx);
      return { rows: page, count: counts[0]!.count };
    });
    const exports = await context.can('CreateExport', { projectId });
    return { data: await Promise.all(rows.map(row => this.#view(context, row, exports))), count };
  }

  /** Begins to freeze what a query finds. @throws Fault QUERY_SYNTAX (400), NAME_EXISTS (409), PROJECT_LIMIT (422). */
  async create(context: RequestContext, place: SearchPlace, name: string, query: string): Promise<Snapshot> {
    await this.searches.count(context, place, query, 1);
    const { projectId } = place;
    try {
      const row = await context.transaction(async (trx: Trx) => {
        const { rows } =
          await sql<Row>`insert into explore.snapshot (team_id, project_id, name, query, folder_id, subset_id, creator)
          values (${context.team.id}::int, ${projectId}::int, ${name.trim()}, ${query}, ${place.folderId ?? null}::int, ${place.subsetId ?? null}::int, ${context.user.email}) returning *`.execute(
            trx,
          );
        const job = await this.jobs.enqueue(trx, {
          teamId: context.team.id,
          plugin: 'explore',
          name: 'snapshot',
          title: `Freeze “${name.trim()}”`,
          subject: { snapshot_id: rows[0]!.id, project_id: projectId, time_zone: place.timeZone },
          creatorId: context.user.id,
        });
        const { rows: counts } = await sql<{
          count: number;
        }>`select count(*)::int as count from explore.snapshot where team_id = ${context.team.id}::int and project_id = ${projectId}::int`.execute(
          trx,
        );
        if (counts[0]!.count > MOST_SNAPSHOTS)
          throw new Fault('PROJECT_LIMIT', `A project has at most ${MOST_SNAPSHOTS} dataset versions.`, {
            status: 422,
          });
        const { rows: begun } =
          await sql<Row>`update explore.snapshot set job_id = ${job.id}::uuid where team_id = ${context.team.id}::int and id = ${rows[0]!.id}::int returning *`.execute(
            trx,
          );
        return begun[0]!;
      });
      return await this.#view(context, row, false);
    } catch (error) {
      if (asUniqueViolation(error) === undefined) throw error;
      throw new Fault('NAME_EXISTS', 'A dataset version of this name already exists.', {
        status: 409,
        details: { field: 'name' },
      });
    }
  }

  /** @throws Fault NOT_FOUND. */
  async remove(context: RequestContext, projectId: number, id: number): Promise<void> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<Row>`delete from explore.snapshot where team_id = ${context.team.id}::int and project_id = ${projectId}::int and id = ${id}::int returning *`.execute(
        trx,
      ),
    );
    const [row] = rows;
    if (row === undefined) throw notFound('The dataset version');
    if (row.blob_hash === null) await this.jobs.cancel(context.team.id, row.job_id).catch(() => undefined);
    else await this.#release(row.blob_hash);
  }

  /**
   * Counts and lists the items that changed from one version to another.
   * @throws Fault NOT_FOUND, INVALID_FIELD for one that is not ready.
   */
  async compare(context: RequestContext, projectId: number, from: number, to: number): Promise<SnapshotComparison> {
    return context.transaction(async (trx: Trx) => {
      for (const id of [from, to])
        if ((await this.#row(trx, context, projectId, id)).blob_hash === null)
          throw invalidField('to_snapshot_id', 'must be a dataset version that is ready');
      const part = (id: number) =>
        sql`(select item_id, name, digest from explore.snapshot_item where team_id = ${context.team.id}::int and snapshot_id = ${id}::int)`;
      const compared = sql`select coalesce(one.item_id, other.item_id) as item_id, coalesce(other.name, one.name) as name,
        case when one.item_id is null then 'added' when other.item_id is null then 'removed' when one.digest <> other.digest then 'changed' else 'same' end as change
        from ${part(from)} as one full join ${part(to)} as other on other.item_id = one.item_id`;
      const { rows: counts } = await sql<{
        change: 'added' | 'removed' | 'changed' | 'same';
        count: number;
      }>`select change, count(*)::int as count from (${compared}) as compared group by change`.execute(trx);
      const { rows: items } = await sql<{
        item_id: number;
        name: string;
        change: 'added' | 'removed' | 'changed';
      }>`select * from (${compared}) as compared where change <> 'same' order by change, name, item_id limit ${MOST_LISTED}`.execute(
        trx,
      );
      const of = (change: string): number => counts.find(each => each.change === change)?.count ?? 0;
      return { added: of('added'), removed: of('removed'), changed: of('changed'), same: of('same'), items };
    });
  }

  /** The job: writes the file, one line for each item in order of their ids, and notes what it wrote. */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly items: number }> {
    const {
      snapshot_id: id,
      project_id: projectId,
      time_zone: timeZone,
    } = run.subject as { readonly snapshot_id: number; readonly project_id: number; readonly time_zone?: string };
    await context.demand('ManageSubsets', { projectId });
    const row = await context.transaction(async (trx: Trx) => {
      // A run that was interrupted begins again.
      await sql`delete from explore.snapshot_item where team_id = ${context.team.id}::int and snapshot_id = ${id}::int`.execute(
        trx,
      );
      return this.#row(trx, context, projectId, id);
    });
    const place = { projectId, folderId: row.folder_id ?? undefined, subsetId: row.subset_id ?? undefined, timeZone };
    const found = await this.searches.ids(context, place, row.query, { offset: 0, limit: MOST_ITEMS });
    const ids = found.toSorted((one, other) => one - other);
    const { hash, size } = await this.blobs.put(this.#file(run, context, { id, projectId }, ids), {
      signal: run.signal,
    });
    const { rows: kept } = await context.transaction((trx: Trx) =>
      sql`update explore.snapshot set blob_hash = ${hash}, size = ${size}, items = (select count(*) from explore.snapshot_item as part where part.team_id = ${context.team.id}::int and part.snapshot_id = ${id}::int)
        where team_id = ${context.team.id}::int and id = ${id}::int returning id`.execute(trx),
    );
    if (kept.length === 0) await this.#release(hash);
    return { items: ids.length };
  }

  async *#file(
    run: JobRun,
    context: RequestContext,
    { id, projectId }: { readonly id: number; readonly projectId: number },
    ids: readonly number[],
  ): AsyncGenerator<Uint8Array> {
    const text = new TextEncoder();
    for (let start = 0; start < ids.length; start += PART) {
      run.signal.throwIfAborted();
      const written: { item_id: number; name: string; revision: number; digest: string }[] = [];
      for await (const line of this.lines.of(context, projectId, ids.slice(start, start + PART))) {
        const json = canonicalJson(line);
        written.push({
          item_id: line.item_id,
          name: line.name,
          revision: line.revision,
          digest: createHash('sha256').update(json).digest('base64url').slice(0, 22),
        });
        yield text.encode(`${json}\n`);
      }
      await context.transaction((trx: Trx) =>
        sql`insert into explore.snapshot_item (team_id, project_id, snapshot_id, item_id, name, revision, digest)
          select ${context.team.id}::int, ${projectId}::int, ${id}::int, given.* from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as given (item_id int, name text, revision int, digest text)`.execute(
          trx,
        ),
      );
      run.progress(Math.min(ids.length, start + PART), ids.length);
    }
  }

  async #row(trx: Trx, context: RequestContext, projectId: number, id: number): Promise<Row> {
    const { rows } =
      await sql<Row>`select * from explore.snapshot where team_id = ${context.team.id}::int and project_id = ${projectId}::int and id = ${id}::int`.execute(
        trx,
      );
    if (rows[0] === undefined) throw notFound('The dataset version');
    return rows[0];
  }

  async #view(context: RequestContext, row: Row, exports: boolean): Promise<Snapshot> {
    const job = row.blob_hash === null ? await this.jobs.get(context.team.id, row.job_id) : undefined;
    const failed = row.blob_hash === null && (job === undefined || job.state === 'FAILED');
    return {
      id: row.id,
      project_id: row.project_id,
      name: row.name,
      query: row.query,
      state: row.blob_hash !== null ? 'ready' : failed ? 'failed' : 'running',
      job_id: row.job_id,
      items: row.items,
      size: row.size === null ? null : Number(row.size),
      hash: row.blob_hash,
      error: failed ? (job?.error?.message ?? 'The dataset version could not be prepared.') : null,
      creator: row.creator,
      createdAt: row.created_at.toISOString(),
      url:
        row.blob_hash === null || !exports
          ? null
          : this.urls.sign({ hash: row.blob_hash, type: 'application/x-ndjson', name: `${row.name}.jsonl` }, LINK_MS),
    };
  }

  /** The same bytes are kept once for all teams: they go when no version names them any more. */
  async #release(hash: string): Promise<void> {
    const used = await this.database
      .system<Record<string, never>>('users of a file of a dataset version')
      .transaction(
        async trx =>
          (await sql`select from explore.snapshot where blob_hash = ${hash} limit 1`.execute(trx)).rows.length > 0,
      );
    if (!used) await this.blobs.delete(hash);
  }
}
