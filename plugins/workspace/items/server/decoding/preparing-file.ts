import { Fault, isFault } from '#core/base/common/index.ts';
import type { BlobDriver, IncomingFiles, JobRun } from '#core/data/server/index.ts';

/** Reasons for which a job is begun again by itself. */
const RESUMED = new Set(['SERVER_STOPPING', 'JOB_LOST']);

/** A file in storage, and the name that errors show. */
interface StoredFile {
  readonly hash: string;
  readonly name: string;
}

/**
 * Does work on a local copy of a file in storage, which is removed afterwards. What the work leaves under the name of
 * the copy is removed after a crash as well.
 * @throws Fault NOT_FOUND of a file that is no longer in storage, STORAGE_FULL
 */
export async function withStoredFile<T>(
  { blobs, incoming }: { readonly blobs: BlobDriver; readonly incoming: IncomingFiles },
  { hash, name }: StoredFile,
  run: JobRun,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const source = await blobs.get(hash);
  if (source === undefined) throw new Fault('NOT_FOUND', `${name} is no longer in storage.`, { status: 404 });
  const file = await incoming.file();
  try {
    await file.receive(source);
    run.signal.throwIfAborted();
    return await work(file.path);
  } finally {
    await file.drop();
  }
}

/**
 * Returns the message of a failed job that prepares a file, `otherwise` where the reason is not one for people.
 * Undefined where the job is begun again by itself.
 */
export function lastingFailure(run: JobRun, error: unknown, otherwise: string): string | undefined {
  const reason: unknown = run.signal.aborted ? run.signal.reason : error;
  if (!isFault(reason)) return otherwise;
  return RESUMED.has(reason.code) ? undefined : reason.message;
}
