import wasmAddress from 'esbuild-wasm/esbuild.wasm?url';
import type { Disposable } from '#core/base/common/index.ts';
import { Fault } from '#core/base/common/index.ts';
import type { BundleRequest, BundleResult } from '../common/bundle.ts';
import type { BundleAnswer, BundleCall } from './bundle-calls.ts';
import { messages } from './messages.ts';

/** Longest time of one build, milliseconds; the worker is ended then. The first waits for the compiler as well. */
const BUILD_MS = 30_000;

/** The compiler holds much memory; it is let go when nothing was built for so long, milliseconds. */
const IDLE_MS = 10 * 60_000;

interface Waiting {
  readonly resolve: (result: BundleResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Compiles TypeScript and TSX of people to one script, in a worker that reaches nothing. It is started at the first
 * call.
 */
export class Bundler implements Disposable {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #next = 1;

  /**
   * Builds the bundle, with problems of the code in the result; builds wait for one another.
   * @throws Fault COMPILER_FAILED when the compiler could not be loaded or stopped; the reason of `signal` when it is
   * aborted.
   */
  bundle(request: BundleRequest, signal?: AbortSignal): Promise<BundleResult> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const id = this.#next++;
      const worker = (this.#worker ??= this.#start());
      const timer = setTimeout(() => this.#end(messages.bundler.itTookLongerThanS(BUILD_MS / 1000)), BUILD_MS);
      const abort = (): void => {
        worker.postMessage({ drop: id } satisfies BundleCall);
        settle();
        reject(signal?.reason);
      };
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#waiting.delete(id);
        if (this.#waiting.size === 0 && this.#worker !== undefined)
          this.#idle = setTimeout(() => this.dispose(), IDLE_MS);
      };
      clearTimeout(this.#idle);
      this.#waiting.set(id, {
        resolve: result => {
          settle();
          resolve(result);
        },
        reject: error => {
          settle();
          reject(error);
        },
      });
      signal?.addEventListener('abort', abort, { once: true });
      worker.postMessage({ id, request } satisfies BundleCall);
    });
  }

  dispose(): void {
    this.#end(messages.bundler.itWasClosed);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./bundle-sealed-worker.ts', import.meta.url), {
      type: 'module',
      name: 'bundle',
    });
    worker.onmessage = ({ data }: MessageEvent<BundleAnswer>) => {
      if (worker !== this.#worker) return;
      if ('broken' in data) this.#end(data.broken);
      else if ('result' in data) this.#waiting.get(data.id)?.resolve(data.result);
      else this.#waiting.get(data.id)?.reject(stopped(data.failure));
    };
    worker.onerror = event => {
      if (worker === this.#worker)
        this.#end(event.message === '' ? messages.bundler.itCouldNotBeLoaded : event.message);
    };
    void loadCompiler().then(
      bytes => worker.postMessage({ begin: bytes } satisfies BundleCall, [bytes]),
      (error: unknown) => {
        if (worker === this.#worker)
          this.#end(error instanceof Error ? error.message : messages.bundler.itCouldNotBeLoaded);
      },
    );
    return worker;
  }

  #end(reason: string): void {
    clearTimeout(this.#idle);
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const each of this.#waiting.values()) each.reject(stopped(reason));
  }
}

const stopped = (reason: string): Fault =>
  new Fault('COMPILER_FAILED', messages.bundler.compilerStopped(reason), { status: 502 });

async function loadCompiler(): Promise<ArrayBuffer> {
  const answer = await fetch(wasmAddress);
  if (!answer.ok) throw new Error(`the server answered ${answer.status} when it was loaded`);
  return answer.arrayBuffer();
}
