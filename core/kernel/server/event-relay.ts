import type { Disposable } from '#core/base/common/index.ts';
import { Disposables } from '#core/base/common/index.ts';
import type { EventEnvelope } from '#core/api/common/index.ts';
import type { EventHub, Log } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { EVENTS_CHANNEL, eventsSince, newestEvent } from './event-log.ts';

export interface EventRelayOptions {
  readonly database: Database;
  readonly hub: () => Pick<EventHub, 'deliver' | 'follows' | 'send'>;
  readonly log: Log;
  /** Called for each event on every server that has tabs of its team. */
  readonly delivered: (event: EventEnvelope) => void;
}

/** Milliseconds until a failed delivery is tried again. */
const AGAIN_MS = 1_000;

/**
 * Brings committed events of all servers to the tabs of this one, in the order of the log and each once. Servers
 * announce the team and the number of an event; whoever has tabs of the team reads the log from where it stopped.
 */
export class EventRelay {
  /** Number of the last event that the tabs of a team got, for teams with tabs on this server. */
  readonly #reached = new Map<number, number>();
  readonly #turns = new Map<number, Promise<void>>();
  readonly #held = new Disposables();

  constructor(private readonly options: EventRelayOptions) {}

  /** Begins to receive what other servers announce. */
  async start(): Promise<Disposable> {
    const { database } = this.options;
    this.#held.add(
      await database.listen(
        EVENTS_CHANNEL,
        text => {
          const [teamId, seq] = text.split(' ').map(Number);
          this.#advance(teamId!, seq!, undefined);
        },
        { others: true, resumed: () => this.#catchUp() },
      ),
    );
    return this.#held;
  }

  /** Returns the number of the team's newest event and follows the team from there on. */
  async follow(teamId: number): Promise<number> {
    let head = 0;
    await this.#turn(teamId, async () => {
      head = await this.#head(teamId);
      if (!this.#reached.has(teamId)) this.#reached.set(teamId, head);
    });
    return head;
  }

  /** Takes an event that this server committed. */
  committed(event: EventEnvelope): void {
    this.#advance(event.teamId, event.seq, event);
  }

  /** Notifications may have been missed: reads every log that has readers here. */
  #catchUp(): void {
    for (const teamId of this.#reached.keys()) this.#advance(teamId, Number.MAX_SAFE_INTEGER, undefined);
  }

  #advance(teamId: number, seq: number, known: EventEnvelope | undefined): void {
    if (!this.options.hub().follows(teamId)) {
      this.#reached.delete(teamId);
      return;
    }
    this.#turn(teamId, () => this.#deliver(teamId, seq, known)).catch((error: unknown) => {
      this.options.log.warn({ err: error, team: teamId }, 'events were not delivered, and will be tried again');
      const timer = setTimeout(() => this.#advance(teamId, seq, undefined), AGAIN_MS);
      timer.unref();
    });
  }

  async #deliver(teamId: number, seq: number, known: EventEnvelope | undefined): Promise<void> {
    const reached = this.#reached.get(teamId);
    // Tabs that are still opening read the log themselves.
    if (reached === undefined || seq <= reached) return;
    const hub = this.options.hub();
    const events =
      known !== undefined && seq === reached + 1
        ? [known]
        : await this.options.database.tenant(teamId).transaction(trx => eventsSince(trx, teamId, reached));
    if (events === undefined) {
      this.#reached.set(teamId, await this.#head(teamId));
      hub.send((_, team) => team === teamId, { type: 'reload' });
      return;
    }
    for (const event of events) {
      await hub.deliver(event);
      this.#reached.set(teamId, event.seq);
      this.options.delivered(event);
    }
  }

  #head(teamId: number): Promise<number> {
    return this.options.database.tenant(teamId).transaction(trx => newestEvent(trx, teamId));
  }

  /** Runs work of one team one after the other. */
  #turn(teamId: number, work: () => Promise<void>): Promise<void> {
    const turn = (this.#turns.get(teamId) ?? Promise.resolve()).catch(() => undefined).then(work);
    this.#turns.set(teamId, turn);
    const over = (): void => {
      if (this.#turns.get(teamId) === turn) this.#turns.delete(teamId);
    };
    turn.then(over, over);
    return turn;
  }
}
