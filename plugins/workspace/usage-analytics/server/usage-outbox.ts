import { appendFile } from 'node:fs/promises';
import { inject } from 'inversify';
import { isFault } from '#core/base/common/index.ts';
import type { Disposable } from '#core/base/common/index.ts';
import type { Log } from '#core/api/server/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import { every, LogToken, UsageFileToken } from '#core/kernel/server/index.ts';
import type { UsageEvent } from '../common/usage-event.ts';
import { UsageSettings } from './usage-settings.ts';

/** Events that wait; the oldest are dropped beyond it. */
const MOST_WAITING = 10_000;
/** Events of one request. */
const MOST_SENT = 500;
const TURN_MS = 2_000;
const TIMEOUT_MS = 10_000;
/** The longest pause after failures, in milliseconds. */
const LONGEST_PAUSE_MS = 300_000;

/** Passes events on to an address or a file. Calls of people never wait for either. */
export class UsageOutbox {
  #waiting: UsageEvent[] = [];
  #dropped = 0;
  #failures = 0;
  #next = 0;

  constructor(
    @inject(UsageSettings) private readonly settings: UsageSettings,
    @inject(Egress) private readonly egress: Egress,
    @inject(UsageFileToken) private readonly file: string,
    @inject(LogToken) private readonly log: Log,
  ) {}

  add(events: readonly UsageEvent[]): void {
    this.#waiting.push(...events);
    const over = this.#waiting.length - MOST_WAITING;
    if (over <= 0) return;
    this.#waiting.splice(0, over);
    this.#dropped += over;
  }

  /** Delivers every two seconds what waits, with pauses after failures. */
  watch(): Disposable {
    return every(
      TURN_MS,
      () => (Date.now() < this.#next ? Promise.resolve() : this.deliver()),
      error => this.log.warn({ err: error }, 'usage events were not delivered'),
    );
  }

  /** Delivers what waits. What a sink does not take waits on; what nobody asks for any more is discarded. */
  async deliver(): Promise<void> {
    while (this.#waiting.length > 0) {
      const { sink, address } = await this.settings.current();
      const events = this.#waiting.slice(0, MOST_SENT);
      const error = await this.#send(sink, address, events);
      if (error === undefined) {
        const sent = new Set(events);
        this.#waiting = this.#waiting.filter(each => !sent.has(each));
        this.#failures = 0;
      } else {
        this.#failures += 1;
        this.#next = Date.now() + Math.min(LONGEST_PAUSE_MS, TURN_MS * 2 ** this.#failures);
      }
      const dropped = this.#dropped;
      this.#dropped = 0;
      await this.settings.noteDelivery({ dropped, ...(error === undefined ? {} : { error }) });
      if (error !== undefined) return;
    }
  }

  /** Returns why events were not taken; undefined when they were. */
  async #send(sink: string, address: string, events: readonly UsageEvent[]): Promise<string | undefined> {
    try {
      if (sink === 'file') await appendFile(this.file, events.map(each => `${JSON.stringify(each)}\n`).join(''));
      if (sink !== 'http') return undefined;
      const answer = await this.egress.fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ events }),
        timeoutMs: TIMEOUT_MS,
        // A redirect would carry the events to an address that nobody entered.
        mayFollow: () => false,
      });
      await answer.discard();
      return answer.status >= 200 && answer.status < 300 ? undefined : `The address answered ${answer.status}.`;
    } catch (error) {
      if (isFault(error)) return error.message;
      this.log.warn({ err: error }, 'usage events were not delivered');
      return `The file could not be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`;
    }
  }
}
