import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Fault } from '#core/base/common/index.ts';
import type { VectorAnswers, VectorCall } from './vector-calls.ts';
import { runVectorCall } from './vector-calls.ts';

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A thread for work on vectors, started at the first call. Run from source, without a build, the work is done in this
 * thread.
 */
export class VectorThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #next = 0;

  /** @throws Fault VECTORS_FAILED (503) when the thread ended. */
  async call<K extends VectorCall['kind']>(call: Extract<VectorCall, { kind: K }>): Promise<VectorAnswers[K]> {
    const file = workerFile();
    if (file === undefined) return runVectorCall(call) as VectorAnswers[K];
    const worker = (this.#worker ??= this.#start(file));
    const id = this.#next++;
    return new Promise<VectorAnswers[K]>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, call });
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(file: string): Worker {
    const worker = new Worker(file);
    worker.unref();
    worker.on('message', ({ id, answer }: { readonly id: number; readonly answer: never }) => {
      this.#waiting.get(id)?.resolve(answer);
      this.#waiting.delete(id);
    });
    const ended = (): void => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values())
        reject(new Fault('VECTORS_FAILED', 'The comparison of pictures was ended. Try again.', { status: 503 }));
      this.#waiting.clear();
    };
    worker.on('error', ended);
    worker.on('exit', ended);
    return worker;
  }
}

/** The built worker lies beside the server's entry; this module may be in a chunk one folder below. */
function workerFile(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [here, dirname(here)].map(folder => join(folder, 'vector-worker.js')).find(existsSync);
}
