import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';
import type { Job } from '../../common/index.ts';
import { isFinished } from '../../common/index.ts';
import type { DatabaseLog } from '../database-log.ts';

const INTERVAL_MS = 250;

/**
 * Reports the progress of jobs to listeners, at most every 250 ms for each job; the last state is always reported, and
 * at once.
 */
export class JobChanges {
  readonly #listeners = new Set<(job: Job) => void>();
  readonly #waiting = new Map<string, { job: Job | undefined; readonly timer: NodeJS.Timeout }>();
  readonly #log: DatabaseLog;

  constructor(log: DatabaseLog) {
    this.#log = log;
  }

  listen(listener: (job: Job) => void): Disposable {
    this.#listeners.add(listener);
    return toDisposable(() => void this.#listeners.delete(listener));
  }

  publish(job: Job): void {
    const pause = this.#waiting.get(job.id);
    if (isFinished(job.state)) {
      clearTimeout(pause?.timer);
      this.#waiting.delete(job.id);
      this.#call(job);
      return;
    }
    if (pause !== undefined) {
      pause.job = job;
      return;
    }
    this.#pause(job.id);
    this.#call(job);
  }

  #pause(id: string): void {
    const timer = setTimeout(() => {
      const job = this.#waiting.get(id)?.job;
      this.#waiting.delete(id);
      if (job === undefined) return;
      this.#pause(id);
      this.#call(job);
    }, INTERVAL_MS);
    timer.unref();
    this.#waiting.set(id, { job: undefined, timer });
  }

  #call(job: Job): void {
    for (const each of this.#listeners) {
      try {
        each(job);
      } catch (error) {
        this.#log.error({ err: error, job: job.id }, 'a listener of jobs failed');
      }
    }
  }
}
