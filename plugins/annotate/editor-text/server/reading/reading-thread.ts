import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { ReadKind } from '../../common/extract/reading.ts';
import { readFileText } from './read-file.ts';

/** Milliseconds for one file. */
const MOST_MS = 60_000;
/** Milliseconds without work after which the thread ends. */
const IDLE_MS = 60_000;
const MOST_MEMORY_MB = 768;

/** One file to read. */
export interface ReadRequest {
  readonly kind: ReadKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Text of a file; null when it cannot be read. */
export type ReadAnswer = string | null;

/**
 * A thread that reads one file after the other, with bounded memory and time: files come from outside. Run from source,
 * without a build, the work is done in this thread.
 */
export class ReadingThread {
  readonly #oneAtATime = pLimit(1);
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** Returns the text of a file; undefined when it cannot be read within the limits. */
  read(request: ReadRequest): Promise<string | undefined> {
    return this.#oneAtATime(async () => {
      const file = workerFile();
      if (file === undefined) return readFileText(request.kind, request.bytes).catch(() => undefined);
      clearTimeout(this.#idle);
      const worker = (this.#worker ??= this.#start(file));
      try {
        worker.postMessage(request, [request.bytes.buffer]);
        const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(MOST_MS) })) as [ReadAnswer];
        return answer ?? undefined;
      } catch {
        // Out of memory or time. What it still does must not answer for the next file.
        await this.close();
        return undefined;
      } finally {
        this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
      }
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(file: string): Worker {
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB } });
    worker.unref();
    // `once` rejects with the same error while a file is read.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }
}

/** The built worker lies beside the server's entry; this module may be in a chunk one folder below. */
function workerFile(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [here, dirname(here)].map(folder => join(folder, 'reading-worker.js')).find(existsSync);
}
