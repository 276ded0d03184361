import { createHmac, randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { Database, SecretBox } from '#core/data/server/index.ts';
import type { Attempts } from './attempts.ts';
import type { AuthTables } from './auth-tables.ts';

/** Minutes for which a code is good. */
const MINUTES = 5;
/** Messages to one person: each costs the operator money. */
const SENDING = { limit: 5, minutes: 15 } as const;
const DIGITS = 6;

/** The way short messages go out. */
export interface SmsGateway {
  /** Sends a text to a number such as +41791234567. @throws Fault SMS_FAILED (502) */
  send(number: string, text: string): Promise<void>;
}

const subject = (personId: number): string => `auth/phone/${personId}`;

/**
 * Phones of people that receive codes. Numbers are encrypted at rest; a code works once and for five minutes, and only
 * the newest one.
 */
export class SmsFactors {
  readonly #key: Buffer;

  constructor(
    private readonly database: Database,
    private readonly secrets: Pick<SecretBox, 'seal' | 'open' | 'derive'>,
    private readonly attempts: Pick<Attempts, 'beginStep'>,
    private readonly gateway: SmsGateway | undefined,
  ) {
    this.#key = secrets.derive('sms-codes');
  }

  /** False while the operator has set no gateway. */
  get available(): boolean {
    return this.gateway !== undefined;
  }

  /** Returns the last digits of the confirmed phone; undefined without one. */
  async hint(personId: number): Promise<string | undefined> {
    const row = await this.#run('read a phone', trx =>
      trx
        .selectFrom('auth.phone')
        .select('sealed_number')
        .where('person_id', '=', personId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst(),
    );
    return row === undefined ? undefined : this.secrets.open(row.sealed_number, subject(personId)).slice(-2);
  }

  /**
   * Sends a first code to a number, which counts once `confirm` has seen the code. A confirmed phone stays.
   * @throws Fault SMS_UNAVAILABLE (409), SMS_FAILED (502), RATE_LIMITED (429)
   */
  async begin(personId: number, number: string): Promise<void> {
    const sealed = this.secrets.seal(number, subject(personId));
    await this.#send(personId, number, hash =>
      this.#run('set up a phone', trx =>
        trx
          .insertInto('auth.phone')
          .values({ person_id: personId, sealed_number: sealed, confirmed_at: null, ...waiting(hash) })
          .onConflict(conflict =>
            conflict
              .column('person_id')
              .doUpdateSet({ sealed_number: sealed, ...waiting(hash) })
              .where('auth.phone.confirmed_at', 'is', null),
          )
          .execute(),
      ),
    );
  }

  /**
   * Sends a code to the confirmed phone; the one before stops working.
   * @throws Fault SMS_UNAVAILABLE (409), SMS_FAILED (502), RATE_LIMITED (429)
   */
  async send(personId: number): Promise<void> {
    const row = await this.#run('find a phone', trx =>
      trx
        .selectFrom('auth.phone')
        .select('sealed_number')
        .where('person_id', '=', personId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst(),
    );
    if (row === undefined) throw new Fault('MFA_NOT_SET_UP', 'No phone is set up. Set one up first.', { status: 409 });
    const number = this.secrets.open(row.sealed_number, subject(personId));
    await this.#send(personId, number, hash =>
      this.#run('keep a code for a phone', trx =>
        trx.updateTable('auth.phone').set(waiting(hash)).where('person_id', '=', personId).execute(),
      ),
    );
  }

  /** Confirms the phone that `begin` wrote to by its code; false for a wrong code or when none waits. */
  confirm(personId: number, code: string): Promise<boolean> {
    return this.#accept(personId, code, false);
  }

  /** Checks the code that was sent to the confirmed phone and uses it up. */
  verify(personId: number, code: string): Promise<boolean> {
    return this.#accept(personId, code, true);
  }

  async remove(personId: number): Promise<void> {
    await this.#run('remove a phone', trx => trx.deleteFrom('auth.phone').where('person_id', '=', personId).execute());
  }

  async #send(personId: number, number: string, keep: (hash: string) => Promise<unknown>): Promise<void> {
    if (this.gateway === undefined)
      throw new Fault('SMS_UNAVAILABLE', 'This installation sends no text messages.', { status: 409 });
    await this.attempts.beginStep(`sms:${personId}`, SENDING);
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    await keep(this.#digest(personId, code));
    await this.gateway.send(number, `${code} is your code for Loupe. It works for ${MINUTES} minutes.`);
  }

  async #accept(personId: number, code: string, confirmed: boolean): Promise<boolean> {
    const accepted = await this.#run('check a code of a phone', trx =>
      trx
        .updateTable('auth.phone')
        .set({ code_hash: null, ...(confirmed ? {} : { confirmed_at: new Date() }) })
        .where('person_id', '=', personId)
        .where('code_hash', '=', this.#digest(personId, code.replaceAll(/\s/g, '')))
        .where('code_expires_at', '>', sql<Date>`now()`)
        .where('confirmed_at', confirmed ? 'is not' : 'is', null)
        .returning('person_id')
        .executeTakeFirst(),
    );
    return accepted !== undefined;
  }

  #digest(personId: number, code: string): string {
    return createHmac('sha256', this.#key).update(`${personId}:${code}`).digest('base64url');
  }

  #run<T>(reason: string, work: (trx: Kysely<AuthTables>) => Promise<T>): Promise<T> {
    return this.database.system<AuthTables>(reason).transaction(work);
  }
}

const waiting = (hash: string): { code_hash: string; code_expires_at: Date } => ({
  code_hash: hash,
  code_expires_at: new Date(Date.now() + MINUTES * 60_000),
});
