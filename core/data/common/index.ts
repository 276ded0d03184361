export { isFinished, JOB_STATES } from './job.ts';
export type { Job, JobError, JobProgress, JobState } from './job.ts';
export type { Paged, PageRequest, Sort, SortKey } from './page.ts';
