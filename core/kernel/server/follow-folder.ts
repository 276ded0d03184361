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
  // Whatever changes before the watch begins is part of the first time.
  let timer = setTimeout(turn, STILL_MS);
  try {
    for await (const _ of watch(folder, { recursive: true, signal: ended })) {
      clearTimeout(timer);
      timer = setTimeout(turn, STILL_MS);
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  await under;
  if (failed.signal.aborted) throw failed.signal.reason;
}
