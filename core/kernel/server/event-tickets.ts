import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Subscriber } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';

interface SignedTicket extends Subscriber {
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const LIFE_MS = 30_000;

/** Tickets for event sockets that every server of the installation takes, once and for 30 seconds. */
export class EventTickets {
  readonly #key: Buffer;

  /** `secret` is the session key of the installation. */
  constructor(
    private readonly database: Database,
    secret: Uint8Array,
    private readonly now: () => number = Date.now,
  ) {
    this.#key = createHmac('sha256', secret).update('event ticket').digest();
  }

  /** Returns a signed ticket. */
  issue(ticket: Subscriber): string {
    const signed: SignedTicket = {
      ...ticket,
      nonce: randomBytes(16).toString('base64url'),
      expires: this.now() + LIFE_MS,
    };
    const text = Buffer.from(JSON.stringify(signed)).toString('base64url');
    return `${text}.${this.#sign(text).toString('base64url')}`;
  }

  /** Returns what a ticket allows and uses it up; undefined when it is forged, late or used. */
  async redeem(text: string): Promise<Subscriber | undefined> {
    const [body = '', signature = ''] = text.split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = this.#sign(body);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const { nonce, expires, ...ticket } = JSON.parse(Buffer.from(body, 'base64url').toString()) as SignedTicket;
    if (expires < this.now()) return undefined;
    const { rows } = await this.database
      .system('use an event ticket')
      .transaction(trx =>
        sql`insert into kernel.used_ticket (nonce, expires_at) values (${nonce}, ${new Date(expires)}) on conflict do nothing returning nonce`.execute(
          trx,
        ),
      );
    return rows.length === 0 ? undefined : ticket;
  }

  /** Forgets used tickets that have run out. */
  async trim(): Promise<void> {
    await this.database
      .system('forget used event tickets')
      .transaction(trx =>
        sql`delete from kernel.used_ticket where expires_at < ${new Date(this.now() - LIFE_MS)}`.execute(trx),
      );
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
