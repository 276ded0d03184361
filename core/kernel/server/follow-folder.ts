import { watch } from 'node:fs/promises';

/** Milliseconds without a change after which the work is done: editors write several files at once. */
const STILL_MS = 200;

/**
 * Does work once, and again whenever a folder has changed and stands still, until the signal is aborted. One after the
 * other: the next waits for the one before. @throws what the work throws, which ends it
 */
export async function followFolder(folder: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  let under: Promise<void> = Promise.resolve();
  const turn = (): void => {
    under = under
      .then(() => (failed.signal.aborted ? undefined : work()))
      .catch((error: unknown) => failed.abort(error));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    while (!ended.aborted) {
      clearTimeout(timer);
      // Whatever changes before the watch begins is part of the next time.
      timer = setTimeout(turn, STILL_MS);
      // A watch on Linux loses a file that another one is renamed over, as editors save: each change begins a new one.
      for await (const _ of watch(folder, { recursive: true, signal: ended })) break;
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  await under;
  if (failed.signal.aborted) throw failed.signal.reason;
}
