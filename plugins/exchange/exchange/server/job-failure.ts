import type { JobError, Jobs } from '#core/data/server/index.ts';

/** The reason why a job did not do its work. */
export interface JobFailure {
  readonly error: JobError;
  readonly canceled: boolean;
}

/**
 * Returns why a job failed; undefined while it works and when it succeeded. A job that is no longer kept has failed
 * with `message`.
 */
export async function jobFailure(
  jobs: Pick<Jobs, 'get'>,
  teamId: number,
  jobId: string,
  message: string,
): Promise<JobFailure | undefined> {
  const job = await jobs.get(teamId, jobId);
  if (job !== undefined && job.state !== 'FAILED') return undefined;
  const error = job?.error ?? { code: 'INTERNAL', message };
  return { error, canceled: error.code === 'CANCELED' };
}
