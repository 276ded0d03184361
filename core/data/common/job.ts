/** The four states of every process (spec: "Job/process states"). Nothing leaves COMPLETED or FAILED. */
export type JobState = 'NOT_STARTED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';

export const JOB_STATES: readonly JobState[] = ['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'];

/** Progress of a job; `total` 0 means "not known yet". */
export interface JobProgress {
  readonly done: number;
  readonly total: number;
  readonly text: string | undefined;
}

/** Why a job failed. `code` is stable (CANCELED, TIMEOUT, CRASHED, INTERNAL or the code of the handler's fault). */
export interface JobError {
  readonly code: string;
  readonly message: string;
}

/**
 * A job as both halves see it. Times are ISO 8601 in UTC; `subject` and `result` are plain JSON chosen by the plugin.
 */
export interface Job {
  readonly id: string;
  readonly teamId: number;
  readonly plugin: string;
  readonly name: string;
  readonly subject: unknown;
  /** Title for people, such as “Export – Fridge (COCO)”; undefined where the kind of job says enough. */
  readonly title: string | undefined;
  readonly state: JobState;
  readonly progress: JobProgress;
  readonly result: unknown;
  readonly error: JobError | undefined;
  readonly cancelRequested: boolean;
  readonly creatorId: number | undefined;
  readonly createdAt: string;
  readonly startedAt: string | undefined;
  readonly finishedAt: string | undefined;
}

/** True when the job will not change any more. */
export function isFinished(state: JobState): boolean {
  return state === 'COMPLETED' || state === 'FAILED';
}
