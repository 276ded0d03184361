import type { Kysely } from 'kysely';
import type { EventEnvelope } from '#core/api/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { withCommit } from '#core/data/server/index.ts';
import type { NewEvent } from './event-log.ts';
import { appendEvents } from './event-log.ts';

/**
 * Events of open transactions, all of one written together with its commit: the team's counter is then held for
 * that long only.
 */
export class PendingEvents {
  readonly #waiting = new WeakMap<Kysely<unknown>, NewEvent[]>();
  readonly #written = new WeakMap<readonly NewEvent[], readonly EventEnvelope[]>();

  constructor(private readonly database: Database) {}

  /** Takes an event of a transaction. Answers how to get at it once the transaction has been committed. */
  add(transaction: Kysely<unknown>, teamId: number, event: NewEvent): () => EventEnvelope {
    const known = this.#waiting.get(transaction);
    const events = known ?? [];
    const place = events.push(event) - 1;
    if (known === undefined) {
      this.#waiting.set(transaction, events);
      withCommit(async () => {
        this.#waiting.delete(transaction);
        this.#written.set(
          events,
          await appendEvents(transaction, teamId, events, (channel, text) => this.database.announcement(channel, text)),
        );
      });
    }
    return () => this.#written.get(events)![place]!;
  }
}
