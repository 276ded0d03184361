import type { Disposable } from '#core/base/common/index.ts';
import { RunningSandbox } from './running-sandbox.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';

/** Milliseconds between signs of life of guests. */
const PING_MS = 1_000;
const LOOK_MS = 250;
/**
 * Looks without a sign of life that end a guest: 3 s. Looks are counted, not time, so that a page that stood still
 * itself blames nobody.
 */
const SILENT_LOOKS = 12;

/** Opens sandboxes, and looks after all that are open. */
export class Sandboxes implements Disposable {
  readonly #running = new Set<RunningSandbox>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #looks = 0;

  /** Number of open sandboxes. */
  get size(): number {
    return this.#running.size;
  }

  open(options: SandboxOptions): Sandbox {
    const sandbox = new RunningSandbox({ ...options, onEnd: ended => this.#forget(ended) });
    this.#running.add(sandbox);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS);
    return sandbox;
  }

  dispose(): void {
    for (const each of this.#running) each.stop();
  }

  #look(): void {
    this.#looks++;
    const ping = this.#looks % (PING_MS / LOOK_MS) === 0;
    for (const each of this.#running) {
      if (each.look(ping) <= SILENT_LOOKS) continue;
      // All frames share a process, and it recovers only when the last of them is gone. Workers have
      // threads of their own.
      const lost = each.faceless ? [each] : [...this.#running];
      for (const other of lost) other.silent();
      return;
    }
  }

  #forget(sandbox: RunningSandbox): void {
    this.#running.delete(sandbox);
    if (this.#running.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
