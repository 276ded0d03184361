import { Fault } from '#core/base/common/index.ts';

/** `now`: a person waits. `ahead`: nobody does yet. */
export type Urgency = 'now' | 'ahead';

/** Waiting work of one team, at most. Work of `ahead` beyond it is dropped, oldest first; of `now` refused. */
export const queueLimits = { now: 32, ahead: 8 } as const;

/** Work that was put into the queue. */
export interface QueueTicket<T> {
  /** Rejects with CANCELLED when it was taken out, or dropped, before it began. */
  readonly done: Promise<T>;
  readonly started: boolean;
  /** Takes it out; what has begun goes on. */
  cancel(): void;
  /** Somebody waits for it now. */
  hurry(): void;
}

interface Entry {
  readonly team: number;
  urgency: Urgency;
  started: boolean;
  readonly begin: () => Promise<void>;
  readonly refuse: () => void;
}

/** Work that teams share: what somebody waits for first, then by turns of the teams, each in the order it came. */
export class FairQueue {
  readonly #concurrency: number;
  #waiting: Entry[] = [];
  /** When a team was served last, as a count. */
  readonly #served = new Map<number, number>();
  #turn = 0;
  #running = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws Fault TOO_MANY_REQUESTS (429) when the team has too much waiting already. */
  add<T>(team: number, urgency: Urgency, work: () => Promise<T>): QueueTicket<T> {
    const own = this.#waiting.filter(each => each.team === team && each.urgency === urgency);
    if (own.length >= queueLimits[urgency]) {
      if (urgency === 'now')
        throw new Fault('TOO_MANY_REQUESTS', 'Your team asks for too much at once. Wait a moment and try again.', {
          status: 429,
          details: { retryAfter: 2 },
        });
      this.#drop(own[0]!);
    }
    let entry: Entry | undefined;
    const done = new Promise<T>((resolve, reject) => {
      entry = {
        team,
        urgency,
        started: false,
        begin: () => work().then(resolve, reject),
        refuse: () => reject(new Fault('CANCELLED', 'This was cancelled.', { status: 409 })),
      };
    });
    // Whoever holds the ticket may not wait for it.
    done.catch(() => undefined);
    const made = entry!;
    this.#waiting.push(made);
    queueMicrotask(() => this.#next());
    return {
      done,
      get started() {
        return made.started;
      },
      cancel: () => this.#drop(made),
      hurry: () => void (made.urgency = 'now'),
    };
  }

  #drop(entry: Entry): void {
    if (!this.#waiting.includes(entry)) return;
    this.#waiting = this.#waiting.filter(each => each !== entry);
    entry.refuse();
  }

  #next(): void {
    while (this.#running < this.#concurrency && this.#waiting.length > 0) {
      const urgent = this.#waiting.filter(each => each.urgency === 'now');
      const choice = urgent.length > 0 ? urgent : this.#waiting;
      const entry = choice.reduce((best, each) =>
        (this.#served.get(each.team) ?? 0) < (this.#served.get(best.team) ?? 0) ? each : best,
      );
      this.#waiting = this.#waiting.filter(each => each !== entry);
      this.#served.set(entry.team, ++this.#turn);
      entry.started = true;
      this.#running += 1;
      void entry.begin().finally(() => {
        this.#running -= 1;
        this.#next();
      });
    }
  }
}
