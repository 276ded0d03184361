import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Fault } from '#core/base/common/index.ts';
import { Inference, runCall } from './inference.ts';
import type {
  InferenceAnswer,
  InferenceCall,
  InferenceCalls,
  InferenceRequest,
  InferenceSettings,
} from './inference-calls.ts';

/** A thread that nobody asked for so long gives its memory back. */
const IDLE_MS = 600_000;

interface Waiting {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Models in a thread of their own, started at the first call and ended when unused. Run from source, without a build,
 * there is no worker file and they run in this thread.
 */
export class ModelThread {
  readonly #settings: InferenceSettings;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #here: Inference | undefined;
  #next = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(settings: InferenceSettings) {
    this.#settings = settings;
  }

  /** @throws Fault MODEL_UNAVAILABLE, MODEL_DAMAGED, MODEL_FAILED. Buffers of `transfer` are moved, not copied. */
  async call<C extends InferenceCall>(
    call: C,
    input: InferenceCalls[C]['input'],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<InferenceCalls[C]['output']> {
    const file = workerFile();
    if (file === undefined) return runCall((this.#here ??= new Inference(this.#settings)), call, input);
    const worker = (this.#worker ??= this.#start(file));
    clearTimeout(this.#idle);
    const id = this.#next++;
    try {
      return await new Promise<InferenceCalls[C]['output']>((resolve, reject) => {
        this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
        worker.postMessage({ id, call, input } satisfies InferenceRequest, transfer);
      });
    } finally {
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#here = undefined;
    await worker?.terminate();
  }

  #start(file: string): Worker {
    const worker = new Worker(file, { workerData: this.#settings });
    worker.unref();
    worker.on('message', (answer: InferenceAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('fault' in answer)
        waiting?.reject(new Fault(answer.fault.code, answer.fault.message, { status: answer.fault.status }));
      else waiting?.resolve(answer.output);
    });
    const ended = (reason: string): void => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values())
        reject(new Fault('MODEL_FAILED', `The model stopped: ${reason}. Try again.`, { status: 503 }));
      this.#waiting.clear();
    };
    worker.on('error', error => ended(error.message));
    worker.on('exit', code => ended(`its thread ended with code ${code}`));
    return worker;
  }
}

/** The built worker lies beside the server's entry; this module may be in a chunk one folder below. */
function workerFile(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [here, dirname(here)].map(folder => join(folder, 'inference-worker.js')).find(existsSync);
}
