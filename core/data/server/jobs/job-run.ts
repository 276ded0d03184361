import type { Kysely } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { JobProgress, Job } from '../../common/index.ts';
import type { Database } from '../database.ts';
import type { DataTables, JobRow } from './job-table.ts';
import { json, toJob } from './job-table.ts';

/** Arguments of a handler. */
export interface JobRun {
  readonly job: Job;
  readonly subject: unknown;
  readonly teamId: number;
  /** Aborted when the job is cancelled, is over its time, or the server stops. A handler checks it between steps. */
  readonly signal: AbortSignal;
  /** Says how far the job is; cheap, may be called for every row. */
  progress(done: number, total: number, text?: string): void;
  /**
   * Does something exactly once, however often the job is restarted after a crash: `work` and the note that it was done
   * are one transaction of the job's team. The next time the kept answer (plain JSON) is returned instead. When the
   * server stops, the job ends here, before the next effect, and goes on after the next start.
   */
  effect<Tables, T>(key: string, work: (database: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * Does a part of the work that may be done again, in one or more short transactions, in a moment in which no call is
   * in the middle of its own.
   */
  step<T>(work: () => Promise<T>): Promise<T>;
  /** Returns how many rows the next step should take of `most`, so that calls do not wait long for its end. */
  rowsOfStep(most: number): number;
}

/** Does the work of a job; what it resolves to (plain JSON) is kept as the job's result. */
export type JobHandler = (run: JobRun) => Promise<unknown>;

export const canceled = (): Fault => new Fault('CANCELED', 'The job was cancelled.', { status: 409 });
export const timedOut = (): Fault => new Fault('TIMEOUT', 'The job took too long and was stopped.');
export const lost = (): Fault => new Fault('JOB_LOST', 'Another process has taken this job over.');
export const stopping = (): Fault =>
  new Fault('SERVER_STOPPING', 'The server is stopping; the job goes on after the next start.');

/** One job while this process runs it. */
export class RunningJob implements JobRun {
  readonly job: Job;
  readonly #abort = new AbortController();
  readonly #database: Database;
  readonly #worker: string;
  readonly #changed: () => void;
  #progress: JobProgress;
  #leaving = false;

  constructor(row: JobRow, database: Database, worker: string, changed: () => void) {
    this.job = toJob(row);
    this.#database = database;
    this.#worker = worker;
    this.#changed = changed;
    this.#progress = this.job.progress;
  }

  get subject(): unknown {
    return this.job.subject;
  }

  get teamId(): number {
    return this.job.teamId;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get reached(): JobProgress {
    return this.#progress;
  }

  /** Ends the run before its next effect: the server stops. */
  leave(): void {
    this.#leaving = true;
  }

  /** Ends the run for the reason given; the handler notices through its signal. */
  abort(reason: Fault): void {
    this.#abort.abort(reason);
  }

  // Functions, not methods: handlers take them out of the run, `({ progress, effect }) => …`.
  readonly progress = (done: number, total: number, text?: string): void => {
    this.#progress = { done: Math.max(0, Math.round(done)), total: Math.max(0, Math.round(total)), text };
    this.#changed();
  };

  readonly effect = async <Tables, T>(key: string, work: (database: Kysely<Tables>) => Promise<T>): Promise<T> => {
    if (this.#leaving) this.abort(stopping());
    this.signal.throwIfAborted();
    return this.#database.step(() => this.#once(key, work));
  };

  readonly step = <T>(work: () => Promise<T>): Promise<T> => {
    this.signal.throwIfAborted();
    return this.#database.step(work);
  };

  readonly rowsOfStep = (most: number): number => this.#database.rowsOfStep(most);

  #once<Tables, T>(key: string, work: (database: Kysely<Tables>) => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    return this.#database.tenant<DataTables>(this.teamId).transaction(async trx => {
      // The row's lock keeps out a process that takes the job over; whoever lost it must not write any more.
      const held = await trx
        .selectFrom('data.job')
        .select('id')
        .where('id', '=', this.job.id)
        .where('worker', '=', this.#worker)
        .forUpdate()
        .executeTakeFirst();
      if (held === undefined) throw lost();
      const before = await trx
        .selectFrom('data.effect')
        .select('result')
        .where('job_id', '=', this.job.id)
        .where('key', '=', key)
        .executeTakeFirst();
      if (before !== undefined) return (before.result ?? undefined) as T;
      const answer = await work(trx as unknown as Kysely<Tables>);
      await trx
        .insertInto('data.effect')
        .values({ team_id: this.teamId, job_id: this.job.id, key, result: json(answer) })
        .execute();
      return answer;
    });
  }
}
