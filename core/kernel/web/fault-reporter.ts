import { isFault } from '#core/base/common/index.ts';
import type { BrowserFault } from '../common/index.ts';
import { BROWSER_FAULT_LIMITS } from '../common/index.ts';

export interface FaultReporterOptions {
  /** Sends some to the server; what it throws is nobody's concern. */
  readonly send: (faults: readonly BrowserFault[]) => Promise<unknown>;
  /** Version of a plugin, where the page knows it. */
  readonly versionOf?: (plugin: string) => string | undefined;
  readonly online?: () => boolean;
}

/** Milliseconds within which notices are sent in one call. */
const BATCH_MS = 1_000;

/** One page view reports no more than this many different faults. */
const MOST = 50;

/**
 * True for what is no fault of a plugin: what the person broke off, what the server answered, and a connection that is
 * gone.
 */
function isAnswer(error: unknown): boolean {
  if (error instanceof Error && error.name === 'AbortError') return true;
  return isFault(error) && (error.status < 500 || [502, 503, 504].includes(error.status));
}

/**
 * Reports to the server what goes wrong in the web halves of plugins: each message once per page view, several in one
 * call, never twice.
 */
export class FaultReporter {
  readonly #errors = new WeakSet<object>();
  readonly #reported = new Set<string>();
  #waiting: BrowserFault[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: FaultReporterOptions) {}

  /**
   * `name` says which page, panel or hook. An error that travels through several places is reported once, where it was
   * first seen.
   */
  report(plugin: string, moment: BrowserFault['moment'], error: unknown, name?: string): void {
    if (isAnswer(error) || this.options.online?.() === false) return;
    if (typeof error === 'object' && error !== null) {
      if (this.#errors.has(error)) return;
      this.#errors.add(error);
    }
    const message = (error instanceof Error ? error.message : String(error)).slice(0, BROWSER_FAULT_LIMITS.message);
    const key = `${plugin} ${moment} ${name ?? ''} ${message}`;
    if (this.#reported.has(key) || this.#reported.size >= MOST) return;
    this.#reported.add(key);
    const stack = error instanceof Error ? error.stack?.slice(0, BROWSER_FAULT_LIMITS.stack) : undefined;
    const version = this.options.versionOf?.(plugin);
    this.#waiting.push({
      plugin,
      moment,
      message,
      ...(name === undefined ? {} : { name: name.slice(0, BROWSER_FAULT_LIMITS.name) }),
      ...(stack === undefined ? {} : { stack }),
      ...(version === undefined ? {} : { version }),
    });
    // A file that did not come may be for want of a network: reported at once, the report would be lost with it.
    if (moment === 'load') this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), BATCH_MS);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < waiting.length; from += BROWSER_FAULT_LIMITS.faults) {
      void this.options.send(waiting.slice(from, from + BROWSER_FAULT_LIMITS.faults)).catch(() => undefined);
    }
  }
}
