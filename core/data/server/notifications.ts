import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Client, Pool } from 'pg';
import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';
import type { DatabaseLog } from './database-log.ts';
import { currentTransaction, onCommit } from './transactions.ts';

type Listener = (payload: string) => void;

const CHANNEL_NAME = /^[a-z][a-z0-9_]{0,47}$/;
const RECONNECT_MS = 1_000;
const SEPARATOR = ' ';
/** Bytes of a payload: PostgreSQL takes 8 000 with what is added here. */
const LARGEST = 7_000;

/** Choices of a listener. */
export interface ListenOptions {
  /** Takes only what other processes send. */
  readonly others?: boolean;
  /** Called when the connection that listens is back: what was sent meanwhile never arrives. */
  readonly resumed?: () => void;
}

/**
 * Short messages between all processes of one database, sent when the transaction commits and not when it is rolled
 * back. The sender's own process receives them without the database, so the embedded mode and a broken
 * listening connection lose nothing locally.
 */
export class Notifications {
  readonly #local = new EventEmitter();
  readonly #remote = new EventEmitter();
  readonly #resumed = new Set<() => void>();
  readonly #pool: Pool;
  readonly #connect: (() => Client) | undefined;
  readonly #log: DatabaseLog;
  readonly #sender = randomUUID();
  #client: Promise<Client | undefined> | undefined;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  /** `connect` makes the connection that listens; absent where no other process can exist (embedded). */
  constructor(pool: Pool, connect: (() => Client) | undefined, log: DatabaseLog) {
    this.#pool = pool;
    this.#connect = connect;
    this.#log = log;
    this.#local.setMaxListeners(0);
    this.#remote.setMaxListeners(0);
  }

  /**
   * Sends `payload` (at most 7 000 bytes: ids, not contents) to all listeners of `channel`, with the open transaction
   * if there is one.
   */
  async send(channel: string, payload: string): Promise<void> {
    await this.sendToOthers(channel, payload);
    onCommit(() => void this.#local.emit(channel, payload));
  }

  /** The same for other processes only. */
  async sendToOthers(channel: string, payload: string): Promise<void> {
    assertChannel(channel);
    if (Buffer.byteLength(payload) > LARGEST)
      throw new RangeError(`A notification on ${channel} is larger than ${LARGEST} bytes. Send an id.`);
    if (this.#connect === undefined) return;
    const message = this.#sender + SEPARATOR + payload;
    const handle = currentTransaction()?.handle as Kysely<unknown> | undefined;
    if (handle === undefined) await this.#pool.query('select pg_notify($1, $2)', [channel, message]);
    else await sql`select pg_notify(${channel}, ${message})`.execute(handle);
  }

  /**
   * Returns an expression that sends `payload`, an SQL text, to other processes when its transaction commits; null
   * where there are none.
   */
  announcement(channel: string, payload: RawBuilder<unknown>): RawBuilder<unknown> {
    assertChannel(channel);
    return this.#connect === undefined
      ? sql`null`
      : sql`pg_notify(${channel}, ${this.#sender + SEPARATOR} || ${payload})`;
  }

  /** Calls `listener` for every message on `channel`, from this and from other processes. */
  async listen(
    channel: string,
    listener: Listener,
    { others = false, resumed }: ListenOptions = {},
  ): Promise<Disposable> {
    assertChannel(channel);
    const safe: Listener = payload => {
      try {
        listener(payload);
      } catch (error) {
        this.#log.error({ err: error, channel }, 'a listener failed');
      }
    };
    const first = this.#local.listenerCount(channel) + this.#remote.listenerCount(channel) === 0;
    this.#remote.on(channel, safe);
    if (!others) this.#local.on(channel, safe);
    if (resumed !== undefined) this.#resumed.add(resumed);
    if (this.#connect !== undefined) {
      const client = await (this.#client ??= this.#open());
      if (first) await client?.query(`listen ${channel}`);
    }
    return toDisposable(() => {
      this.#remote.off(channel, safe);
      this.#local.off(channel, safe);
      if (resumed !== undefined) this.#resumed.delete(resumed);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#local.removeAllListeners();
    this.#remote.removeAllListeners();
    this.#resumed.clear();
    const client = await this.#client;
    await client?.end();
  }

  async #open(): Promise<Client | undefined> {
    const client = this.#connect!();
    client.on('notification', ({ channel, payload = '' }) => {
      const cut = payload.indexOf(SEPARATOR);
      if (payload.slice(0, cut) !== this.#sender) this.#remote.emit(channel, payload.slice(cut + 1));
    });
    client.on('error', error => this.#log.warn({ err: error }, 'the listening connection broke'));
    client.once('end', () => this.#again());
    try {
      await client.connect();
      for (const channel of this.#remote.eventNames()) await client.query(`listen ${String(channel)}`);
      return client;
    } catch (error) {
      this.#log.warn({ err: error }, 'cannot listen to the database');
      this.#again();
      return undefined;
    }
  }

  #again(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#client = this.#open();
      void this.#client.then(client => {
        if (client !== undefined) for (const each of this.#resumed) each();
      });
    }, RECONNECT_MS);
    this.#timer.unref();
  }
}

function assertChannel(channel: string): void {
  if (!CHANNEL_NAME.test(channel)) throw new TypeError(`"${channel}" is not a channel name.`);
}
