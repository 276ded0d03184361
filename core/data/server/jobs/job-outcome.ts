import { isFault } from '#core/base/common/index.ts';
import { DATABASE_BUSY, isRetryable } from '../database-faults.ts';
import { outside } from '../transactions.ts';
import type { JobError } from '../../common/index.ts';
import type { JobHandler, JobRun } from './job-run.ts';
import type { RunningJob } from './job-run.ts';
import type { Outcome } from './job-store.ts';

/** A handler and how long it may take, in milliseconds. */
export interface JobDefinition {
  readonly handler: JobHandler;
  readonly limitMs: number;
}

/** The end of a run: an outcome, or a return to the queue, either for free or as one of the tries. */
export type Settled =
  | (Outcome & { readonly cause?: unknown })
  | { readonly retry: 'later' | 'counted'; readonly cause: unknown };

/** Runs the handler. Its own error, or the reason why it was aborted, is the outcome. */
export async function settle(job: RunningJob, definition: JobDefinition | undefined): Promise<Settled> {
  const { plugin, name } = job.job;
  try {
    if (definition === undefined) return failure('JOB_UNKNOWN', `This version has no job ${plugin}/${name}.`);
    job.signal.throwIfAborted();
    const result = await outside(() => definition.handler(job));
    return { state: 'COMPLETED', result };
  } catch (error) {
    return endBy(job, error);
  }
}

/** Returns the error with which a handler that throws ends its job; undefined when the job goes on later. */
export function jobErrorOf(run: Pick<JobRun, 'job' | 'signal'>, error: unknown): JobError | undefined {
  const end = endBy(run, error);
  return 'retry' in end ? undefined : end.error;
}

type Failure = Extract<Settled, { readonly error: unknown } | { readonly retry: unknown }>;

function endBy({ job, signal }: Pick<JobRun, 'job' | 'signal'>, error: unknown): Failure {
  const cause: unknown = signal.aborted ? signal.reason : error;
  if (isFault(cause) && cause.code === 'SERVER_STOPPING') return { retry: 'later', cause };
  if (isRetryable(cause) || isUnreachable(cause) || (isFault(cause) && cause.code === DATABASE_BUSY))
    return { retry: 'counted', cause };
  if (isFault(cause)) return failure(cause.code, cause.message, cause);
  return failure('INTERNAL', `Something went wrong. Error id ${job.id}.`, cause);
}

/** True for a fault of a database that is away. */
export const isUnreachable = (error: unknown): boolean => isFault(error) && error.code === 'DATABASE_UNAVAILABLE';

function failure(code: string, message: string, cause?: unknown): Failure {
  return { state: 'FAILED', error: { code, message }, cause };
}
