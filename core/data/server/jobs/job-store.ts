import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { JobError, JobProgress } from '../../common/index.ts';
import type { JobQueue } from './job-queue.ts';
import type { DataTables, JobRow } from './job-table.ts';
import { json } from './job-table.ts';

type Store = Kysely<DataTables>;

/** Outcome of a run. */
export type Outcome =
  | { readonly state: 'COMPLETED'; readonly result: unknown }
  | { readonly state: 'FAILED'; readonly error: JobError };

const CRASHED: JobError = { code: 'CRASHED', message: 'The server stopped three times while this job was running.' };

/** Rows of one batch of the purge. */
export const PURGED_AT_ONCE = 500;

const until = (leaseMs: number): ReturnType<typeof sql<Date>> =>
  sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;

/**
 * Locks rows in the order of their ids, as every statement does that changes several: two of them never wait for one
 * another.
 */
const lockInOrder = (store: Store, ids: readonly string[]) =>
  store.selectFrom('data.job').select('id').where('id', 'in', ids).orderBy('id').forUpdate();

/**
 * Takes up to `count` jobs from the queue for `worker`, without starting them yet. Entries of finished jobs are
 * cleared.
 */
export async function claimJobs(
  store: Store,
  queue: JobQueue,
  worker: string,
  count: number,
  leaseMs: number,
): Promise<readonly JobRow[]> {
  const ids = await queue.take(store, count);
  if (ids.length === 0) return [];
  const claimed = await store
    .updateTable('data.job')
    .set({ worker, lease_until: until(leaseMs) })
    .where('id', 'in', lockInOrder(store, ids))
    .where('state', 'in', ['NOT_STARTED', 'IN_PROGRESS'])
    .returningAll()
    .execute();
  const found = new Set(claimed.map(each => each.id));
  await queue.done(
    store,
    ids.filter(id => !found.has(id)),
  );
  return ids.flatMap(id => claimed.filter(each => each.id === id));
}

/** Marks claimed jobs as running. Those that were cancelled meanwhile come back with `cancel_requested`. */
export async function startJobs(store: Store, worker: string, ids: readonly string[]): Promise<readonly JobRow[]> {
  if (ids.length === 0) return [];
  return store
    .updateTable('data.job')
    .set({ state: 'IN_PROGRESS', started_at: sql<Date>`coalesce(started_at, clock_timestamp())` })
    .where('id', 'in', lockInOrder(store, ids))
    .where('worker', '=', worker)
    .returningAll()
    .execute();
}

/** Lets claimed jobs wait outside the queue until their plugin is switched on. */
export async function parkJobs(store: Store, queue: JobQueue, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await store
    .updateTable('data.job')
    .set({ parked: true, worker: null, lease_until: null })
    .where('id', 'in', lockInOrder(store, ids))
    .execute();
  await queue.done(store, ids);
}

/** Puts parked jobs back into the queue. */
export async function unparkJobs(store: Store, queue: JobQueue, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { numUpdatedRows } = await store
      .updateTable('data.job')
      .set({ parked: false })
      .where('id', '=', id)
      .where('parked', '=', true)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await queue.renew(store, id);
  }
}

/** Writes the end of a run; undefined when the job is no longer this worker's. */
export async function finishJob(
  store: Store,
  queue: JobQueue,
  worker: string,
  id: string,
  outcome: Outcome,
  progress: JobProgress,
): Promise<JobRow | undefined> {
  const row = await store
    .updateTable('data.job')
    .set({
      state: outcome.state,
      result: json(outcome.state === 'COMPLETED' ? outcome.result : undefined),
      error: json(outcome.state === 'FAILED' ? outcome.error : undefined),
      ...progressColumns(progress),
      worker: null,
      lease_until: null,
      finished_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) await queue.done(store, [id]);
  return row;
}

export async function writeProgress(
  store: Store,
  worker: string,
  id: string,
  progress: JobProgress,
): Promise<JobRow | undefined> {
  return store
    .updateTable('data.job')
    .set(progressColumns(progress))
    .where('id', '=', id)
    .where('worker', '=', worker)
    .returningAll()
    .executeTakeFirst();
}

/** Gives a job back that this worker could not finish, because the server stops. It keeps its state and its effects. */
export async function handBack(store: Store, queue: JobQueue, worker: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { numUpdatedRows } = await store
      .updateTable('data.job')
      .set({ worker: null, lease_until: null })
      .where('id', '=', id)
      .where('worker', '=', worker)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await queue.renew(store, id);
  }
}

/** Extends the leases of running jobs; answers which are still this worker's and whether they are to be cancelled. */
export async function extendLeases(
  store: Store,
  worker: string,
  ids: readonly string[],
  leaseMs: number,
): Promise<readonly Pick<JobRow, 'id' | 'cancel_requested'>[]> {
  if (ids.length === 0) return [];
  return store
    .updateTable('data.job')
    .set({ lease_until: until(leaseMs) })
    .where('id', 'in', lockInOrder(store, ids))
    .where('worker', '=', worker)
    .returning(['id', 'cancel_requested'])
    .execute();
}

/**
 * Frees jobs whose process died: they are restarted, at most two times, then they fail with CRASHED. `all` frees every
 * held job, for the embedded database at its start, when no other process can live. Answers the jobs that failed.
 */
export async function reclaimJobs(store: Store, queue: JobQueue, all: boolean): Promise<readonly JobRow[]> {
  const dead = await store
    .selectFrom('data.job')
    .select('id')
    .where('worker', 'is not', null)
    .$if(!all, query => query.where('lease_until', '<', sql<Date>`clock_timestamp()`))
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  const failed: JobRow[] = [];
  for (const { id } of dead) {
    const row = await freeCrashed(store, queue, id, CRASHED);
    if (row !== undefined) failed.push(row);
  }
  return failed;
}

/** Asks all unfinished jobs of a team to stop; returns those that run, for their processes. */
export async function cancelTeam(store: Store, teamId: number): Promise<readonly string[]> {
  const unfinished = store
    .selectFrom('data.job')
    .select('id')
    .where('team_id', '=', teamId)
    .where('state', 'in', ['NOT_STARTED', 'IN_PROGRESS'])
    .orderBy('id')
    .forUpdate();
  const rows = await store
    .updateTable('data.job')
    .set({ cancel_requested: true })
    .where('id', 'in', unfinished)
    .returning(['id', 'worker'])
    .execute();
  return rows.filter(each => each.worker !== null).map(each => each.id);
}

/** Frees one job for another try; when there is none left it fails with `error` and is answered. */
export async function freeCrashed(
  store: Store,
  queue: JobQueue,
  id: string,
  error: JobError,
): Promise<JobRow | undefined> {
  const next = await queue.crashed(store, id);
  const end =
    next === 'again' ? {} : { state: 'FAILED' as const, error: json(error), finished_at: sql<Date>`clock_timestamp()` };
  const row = await store
    .updateTable('data.job')
    .set({ worker: null, lease_until: null, ...end })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return next === 'again' ? undefined : row;
}

/** Deletes a batch of the effects of finished jobs. Returns false when no more are left. */
export async function purgeEffects(store: Store): Promise<boolean> {
  const { rows } = await sql`
    delete from data.effect where (team_id, job_id, key) in (
      select effect.team_id, effect.job_id, effect.key from data.effect
      join data.job on job.team_id = effect.team_id and job.id = effect.job_id
      where job.finished_at is not null limit ${PURGED_AT_ONCE}::int
    ) returning 1`.execute(store);
  return rows.length === PURGED_AT_ONCE;
}

/**
 * Deletes a batch of the jobs that finished more than `days` ago, the oldest first. Returns false when no more are
 * left.
 */
export async function purgeJobs(store: Store, days: number): Promise<boolean> {
  const { rows } = await sql`
    delete from data.job where id in (
      select id from data.job where finished_at < clock_timestamp() - make_interval(days => ${days}::int)
      order by finished_at limit ${PURGED_AT_ONCE}::int for update skip locked
    ) returning 1`.execute(store);
  return rows.length === PURGED_AT_ONCE;
}

function progressColumns(progress: JobProgress): {
  progress_done: number;
  progress_total: number;
  progress_text: string | null;
} {
  return { progress_done: progress.done, progress_total: progress.total, progress_text: progress.text ?? null };
}
