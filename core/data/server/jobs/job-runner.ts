import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Disposable } from '#core/base/common/index.ts';
import { Disposables, throttle } from '#core/base/common/index.ts';
import { inBackground } from '../background.ts';
import type { JobError, Job } from '../../common/index.ts';
import type { Database } from '../database.ts';
import type { DatabaseLog } from '../database-log.ts';
import type { SystemDb } from '../scoped-handle.ts';
import { onCommit, outside } from '../transactions.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobDefinition } from './job-outcome.ts';
import { isUnreachable, settle } from './job-outcome.ts';
import { canceled, lost, RunningJob, stopping, timedOut } from './job-run.ts';
import {
  claimJobs,
  extendLeases,
  finishJob,
  freeCrashed,
  handBack,
  parkJobs,
  reclaimJobs,
  startJobs,
  unparkJobs,
  writeProgress,
} from './job-store.ts';
import type { DataTables, JobRow } from './job-table.ts';
import { toJob } from './job-table.ts';

/** Surroundings of the runner. */
export interface RunnerOptions {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly log: DatabaseLog;
  readonly concurrency: number;
  /** A job whose process gave no sign for this long is restarted elsewhere, in milliseconds. */
  readonly leaseMs: number;
  definition(plugin: string, name: string): JobDefinition | undefined;
  enabled(plugin: string, teamId: number): boolean | Promise<boolean>;
  changed(job: Job): void;
}

/** Channels between processes: something is in the queue; this job is to be cancelled. */
export const JOB_WAITING = 'loupe_job';
export const JOB_CANCELED = 'loupe_job_cancel';

const PROGRESS_MS = 250;
const PARKED_MS = 15_000;
/** Milliseconds between attempts to reach a database that is away. */
const REACH_MS = 250;
/** Milliseconds that handlers have to notice that the server stops, after their time is over. */
const ABORT_MS = 500;

const FAILED_AGAIN: JobError = {
  code: 'DATABASE_UNAVAILABLE',
  message: 'The database could not do the work of this job, three times.',
};

interface Run {
  readonly job: RunningJob;
  readonly ended: Promise<void>;
}

/** Takes jobs from the queue as soon as they are announced and runs them, a few at a time. */
export class JobRunner {
  readonly #options: RunnerOptions;
  readonly #store: SystemDb<DataTables>;
  readonly #worker = randomUUID();
  readonly #running = new Map<string, Run>();
  readonly #held = new Disposables();
  #draining: Promise<void> | undefined;
  #again = false;
  #active = false;
  #parkedAt = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#store = options.database.system<DataTables>('run jobs');
  }

  async start(): Promise<void> {
    const { database, queue, leaseMs, log } = this.#options;
    this.#active = true;
    await this.#reclaim(database.kind === 'pglite');
    await this.#store.transaction(store => queue.requeueLost(store));
    this.#hold(await database.listen(JOB_WAITING, () => this.wake()));
    this.#hold(await database.listen(JOB_CANCELED, id => this.#running.get(id)?.job.abort(canceled())));
    const timer = setInterval(
      () =>
        void inBackground(() => this.#beat()).catch(error =>
          log.warn({ err: error }, 'jobs could not be looked after'),
        ),
      leaseMs / 3,
    );
    timer.unref();
    this.#hold({ dispose: () => clearInterval(timer) });
    this.wake();
  }

  /**
   * Ends running jobs before their next effect. Those that have none may end for `graceMs`, then they are aborted; what
   * is not done goes back to the queue.
   */
  async stop(graceMs: number): Promise<void> {
    this.#active = false;
    this.#held.dispose();
    await this.#draining;
    for (const { job } of this.#running.values()) job.leave();
    const runs = (): Promise<unknown> => Promise.all([...this.#running.values()].map(each => each.ended));
    await within(runs(), graceMs);
    for (const { job } of this.#running.values()) job.abort(stopping());
    await within(runs(), ABORT_MS);
    const left = [...this.#running.keys()];
    if (left.length > 0)
      await this.#store.transaction(store => handBack(store, this.#options.queue, this.#worker, left));
  }

  /** Looks into the queue now. */
  wake(): void {
    if (!this.#active) return;
    if (this.#draining !== undefined) {
      this.#again = true;
      return;
    }
    this.#draining = outside(() => inBackground(() => this.#drain()))
      .catch(error => this.#options.log.warn({ err: error }, 'the job queue could not be read'))
      .finally(() => {
        this.#draining = undefined;
        if (!this.#again) return;
        this.#again = false;
        this.wake();
      });
  }

  /** Looks again at the jobs that wait for their plugin. */
  async recheckParked(): Promise<void> {
    const { queue } = this.#options;
    this.#parkedAt = Date.now();
    const parked = await this.#store.transaction(store =>
      store
        .selectFrom('data.job')
        .select(['id', 'plugin', 'team_id'])
        .where('parked', '=', true)
        .orderBy('created_at')
        .execute(),
    );
    const free = await this.#enabled(parked);
    if (free.length === 0) return;
    await this.#store.transaction(store =>
      unparkJobs(
        store,
        queue,
        free.map(each => each.id),
      ),
    );
    this.wake();
  }

  #hold(disposable: Disposable): void {
    this.#held.add(disposable);
  }

  async #drain(): Promise<void> {
    const { queue, concurrency, leaseMs } = this.#options;
    while (this.#active && this.#running.size < concurrency) {
      const slots = concurrency - this.#running.size;
      const claimed = await this.#store.transaction(store => claimJobs(store, queue, this.#worker, slots, leaseMs));
      if (claimed.length === 0) return;
      const runnable = (await this.#enabled(claimed)).map(each => each.id);
      const started = await this.#store.transaction(async store => {
        await parkJobs(
          store,
          queue,
          claimed.map(each => each.id).filter(id => !runnable.includes(id)),
        );
        return startJobs(store, this.#worker, runnable);
      });
      for (const row of started) this.#begin(row);
    }
  }

  async #enabled<Row extends Pick<JobRow, 'plugin' | 'team_id'>>(rows: readonly Row[]): Promise<readonly Row[]> {
    const answers = await Promise.all(rows.map(each => this.#options.enabled(each.plugin, each.team_id)));
    return rows.filter((_, index) => answers[index]);
  }

  #begin(row: JobRow): void {
    const { database, log } = this.#options;
    const write = throttle(
      () =>
        void this.#progress(job).catch(error =>
          log.warn({ err: error, job: row.id }, 'the progress of a job could not be written'),
        ),
      PROGRESS_MS,
    );
    const job = new RunningJob(row, database, this.#worker, write);
    if (row.cancel_requested) job.abort(canceled());
    this.#options.changed(job.job);
    const ended = this.#run(job)
      .catch(error => log.error({ err: error, job: row.id }, 'the end of a job could not be written'))
      .finally(() => {
        write.dispose();
        this.#running.delete(row.id);
        this.wake();
      });
    this.#running.set(row.id, { job, ended });
  }

  async #run(job: RunningJob): Promise<void> {
    const { queue, log } = this.#options;
    const { plugin, name, id } = job.job;
    const definition = this.#options.definition(plugin, name);
    const limit = setTimeout(() => job.abort(timedOut()), definition?.limitMs ?? 0);
    try {
      const outcome = await settle(job, definition);
      if ('retry' in outcome)
        log.warn({ job: id, plugin, name, err: outcome.cause, retry: outcome.retry }, 'a job could not go on');
      if ('retry' in outcome) return await this.#whenReachable(() => this.#giveBack(id, outcome.retry));
      if (outcome.state === 'FAILED')
        log.warn({ job: id, plugin, name, code: outcome.error.code, err: outcome.cause }, 'a job failed');
      const row = await this.#whenReachable(() =>
        this.#store.transaction(store => finishJob(store, queue, this.#worker, id, outcome, job.reached)),
      );
      if (row === undefined) log.warn({ job: id }, 'a job ended that another process has taken over');
      else this.#options.changed(toJob(row));
    } finally {
      clearTimeout(limit);
    }
  }

  /**
   * Does the work, again and again while the database is away: until then the job would look as if its process had
   * died.
   */
  async #whenReachable<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!this.#active || !isUnreachable(error)) throw error;
        await pause(REACH_MS);
      }
    }
  }

  async #giveBack(id: string, retry: 'later' | 'counted'): Promise<void> {
    const { queue } = this.#options;
    await this.#store.transaction(async store => {
      if (retry === 'later') return handBack(store, queue, this.#worker, [id]);
      const failed = await freeCrashed(store, queue, id, FAILED_AGAIN);
      if (failed !== undefined) onCommit(() => this.#options.changed(toJob(failed)));
    });
  }

  async #progress(job: RunningJob): Promise<void> {
    const row = await this.#store.transaction(store => writeProgress(store, this.#worker, job.job.id, job.reached));
    if (row?.state === 'IN_PROGRESS') this.#options.changed(toJob(row));
  }

  async #beat(): Promise<void> {
    const ids = [...this.#running.keys()];
    const mine = await this.#store.transaction(store => extendLeases(store, this.#worker, ids, this.#options.leaseMs));
    for (const id of ids) {
      const found = mine.find(each => each.id === id);
      if (found === undefined) this.#running.get(id)?.job.abort(lost());
      else if (found.cancel_requested) this.#running.get(id)?.job.abort(canceled());
    }
    await this.#reclaim(false);
    if (Date.now() - this.#parkedAt > PARKED_MS) await this.recheckParked();
    this.wake();
  }

  async #reclaim(all: boolean): Promise<void> {
    const failed = await this.#store.transaction(store => reclaimJobs(store, this.#options.queue, all));
    for (const row of failed) this.#options.changed(toJob(row));
  }
}

async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise(resolve => (timer = setTimeout(resolve, milliseconds)))]);
  clearTimeout(timer);
}
