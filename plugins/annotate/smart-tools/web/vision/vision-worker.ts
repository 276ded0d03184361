import { messages } from '../messages.ts';
import type { VisionAnswer, VisionCall, VisionCalls, VisionRequest } from './vision-calls.ts';

interface Waiting {
  readonly resolve: (output: never) => void;
  readonly reject: (error: Error) => void;
}

/** The classical tools in a worker of their own; it is loaded at the first call. */
export class VisionWorker {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #next = 0;

  /** Rejects with a reason for people. */
  call<C extends VisionCall>(call: C, input: VisionCalls[C]['input']): Promise<VisionCalls[C]['output']> {
    const worker = (this.#worker ??= this.#start());
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, call, input } satisfies VisionRequest);
    });
  }

  dispose(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#fail(messages.visionWorker.itWasClosed);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./vision-sealed-worker.ts', import.meta.url), {
      type: 'module',
      name: 'vision',
    });
    worker.onmessage = ({ data }: MessageEvent<VisionAnswer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('error' in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.output as never);
    };
    worker.onerror = event => {
      worker.terminate();
      this.#worker = undefined;
      this.#fail(event.message === '' ? messages.visionWorker.itCouldNotBeLoaded : event.message);
    };
    return worker;
  }

  #fail(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(`The image tools stopped: ${reason}.`));
    this.#waiting.clear();
  }
}
