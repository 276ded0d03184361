import type { LoupeClient } from './loupe-client.ts';
import { LoupeError } from './loupe-error.ts';
import { pause } from './retry.ts';

/** Milliseconds between questions for the state of work. */
const POLL_MS = 1000;

/** Long work as the server reports it. */
export interface LoupeJob {
  readonly id: string;
  readonly state: 'NOT_STARTED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
  readonly done: number;
  /** Null while nobody knows it. */
  readonly total: number | null;
  /** Current step. */
  readonly text: string | null;
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string } | null;
}

/** An export as the server reports it; states are 1 in progress, 2 complete, 3 canceled, 4 failed. */
export interface LoupeExport {
  readonly id: number;
  readonly name: string;
  readonly status: number;
  readonly job_id: string;
  readonly download: string | null;
  readonly size: number | null;
  readonly item_count: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Interval and limit of waiting for work to end. */
export interface WaitOptions {
  /** Called whenever the work is looked at: how much of how much is done; the total is 0 while nobody knows it. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly pollMs?: number;
  /** Ends the waiting; the work goes on. */
  readonly signal?: AbortSignal;
}

/** Waits for a job; answers it once complete. @throws LoupeError with the job's code when it failed */
export async function waitForJob(
  client: LoupeClient,
  jobId: string,
  { onProgress, pollMs = POLL_MS, signal }: WaitOptions = {},
): Promise<LoupeJob> {
  for (;;) {
    const job = await client.call<LoupeJob>(
      `/api/v1/jobs/${encodeURIComponent(jobId)}`,
      signal === undefined ? {} : { signal },
    );
    onProgress?.(job.done, job.total ?? 0);
    if (job.state === 'COMPLETED') return job;
    if (job.state === 'FAILED')
      throw new LoupeError(422, job.error?.code ?? 'INTERNAL', job.error?.message ?? 'The work failed.');
    await pause(pollMs, signal);
  }
}

/** Waits for an export; answers it with its `download` address. @throws LoupeError when it was canceled or failed */
export async function waitForExport(
  client: LoupeClient,
  projectId: number,
  exportId: number,
  { onProgress, pollMs = POLL_MS, signal }: WaitOptions = {},
): Promise<LoupeExport> {
  const more = signal === undefined ? {} : { signal };
  for (;;) {
    const made = await client.call<LoupeExport>(`/export/${exportId}`, { ...more, query: { project_id: projectId } });
    // The job learns of its end a moment later than the export does.
    if (made.status === 2) onProgress?.(made.item_count ?? 0, made.item_count ?? 0);
    else if (onProgress !== undefined && made.job_id !== '') {
      const { done, total } = await client.call<LoupeJob>(`/api/v1/jobs/${made.job_id}`, more);
      onProgress(done, total ?? 0);
    }
    if (made.status === 2) return made;
    if (made.status !== 1)
      throw new LoupeError(422, made.error?.code ?? 'CANCELED', made.error?.message ?? 'The export was canceled.');
    await pause(pollMs, signal);
  }
}
