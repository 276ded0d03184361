import type * as WebAuthn from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Kysely, Selectable } from 'kysely';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import type { AuthTables, PasskeyTable } from './auth-tables.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { PersonRow } from './person-row.ts';

/** Loads the library at the first ceremony: a start that reads it takes longer, and many installations never need it. */
const webAuthn = (): Promise<typeof WebAuthn> => import('@simplewebauthn/server');

/** Minutes that a person has for a ceremony. */
const CEREMONY_MINUTES = 5;

export type PasskeyRow = Selectable<PasskeyTable>;

const unusable = (reason = 'was not verified'): Fault =>
  invalidField('response', reason, `The passkey can’t be used: ${reason}. Add it again.`);

/** A ceremony that begins: options for the browser, and the token that its answer comes with. */
export interface Ceremony {
  readonly token: string;
  readonly options: Record<string, unknown>;
}

/**
 * Passkeys of people (WebAuthn). Each must verify its person, and works for the public address of the installation
 * only.
 */
export class Passkeys {
  readonly #rpId: string;

  constructor(
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly publicUrl: string,
  ) {
    this.#rpId = new URL(publicUrl).hostname;
  }

  async list(personId: number): Promise<readonly PasskeyRow[]> {
    return this.#run('list passkeys', trx =>
      trx.selectFrom('auth.passkey').selectAll().where('person_id', '=', personId).orderBy('id', 'desc').execute(),
    );
  }

  async beginRegistration(person: PersonRow): Promise<Ceremony> {
    const known = await this.list(person.id);
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: 'Loupe',
      rpID: this.#rpId,
      userName: person.address,
      userDisplayName: `${person.first_name} ${person.last_name}`.trim() || person.address,
      userID: new TextEncoder().encode(`loupe-person-${person.id}`),
      attestationType: 'none',
      excludeCredentials: known.map(each => ({ id: each.credential_id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const data = { challenge: options.challenge };
    const token = await this.tokens.issue('passkey-registration', { personId: person.id, data }, CEREMONY_MINUTES);
    return { token, options: { ...options } };
  }

  /** Stores the passkey that a ceremony of the person made. @throws Fault INVALID_FIELD (400), NAME_EXISTS (409) */
  async register(person: PersonRow, token: string, name: string, response: unknown): Promise<PasskeyRow> {
    const subject = await this.tokens.redeem('passkey-registration', token);
    if (subject?.personId !== person.id)
      throw invalidField('token', 'has expired', 'Adding the passkey took too long. Add it again.');
    const { verifyRegistrationResponse } = await webAuthn();
    const result = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: String(subject.data['challenge']),
      expectedOrigin: this.publicUrl,
      expectedRPID: this.#rpId,
      requireUserVerification: true,
    }).catch((error: unknown) => {
      throw unusable(error instanceof Error ? error.message : undefined);
    });
    if (!result.verified) throw unusable();
    const { credential } = result.registrationInfo;
    try {
      return await this.#run('add a passkey', trx =>
        trx
          .insertInto('auth.passkey')
          .values({
            person_id: person.id,
            credential_id: credential.id,
            public_key: Buffer.from(credential.publicKey).toString('base64url'),
            counter: credential.counter,
            name,
            last_used_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    } catch (error) {
      if (asUniqueViolation(error) !== undefined)
        throw new Fault('NAME_EXISTS', 'This passkey was added already.', { status: 409 });
      throw error;
    }
  }

  /** Returns false when the person has no such passkey. */
  async remove(personId: number, id: number): Promise<boolean> {
    const removed = await this.#run('remove a passkey', trx =>
      trx
        .deleteFrom('auth.passkey')
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .returning('id')
        .executeTakeFirst(),
    );
    return removed !== undefined;
  }

  async beginSignIn(): Promise<Ceremony> {
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({ rpID: this.#rpId, userVerification: 'required' });
    const token = await this.tokens.issue(
      'passkey-sign-in',
      { data: { challenge: options.challenge } },
      CEREMONY_MINUTES,
    );
    return { token, options: { ...options } };
  }

  /**
   * Returns the id of the person whose passkey answered the ceremony; undefined for anything else. The ceremony is used
   * up.
   */
  async verifySignIn(token: string, response: { readonly id: string }): Promise<number | undefined> {
    const subject = await this.tokens.redeem('passkey-sign-in', token);
    if (subject === undefined) return undefined;
    const row = await this.#run('find a passkey', trx =>
      trx.selectFrom('auth.passkey').selectAll().where('credential_id', '=', response.id).executeTakeFirst(),
    );
    if (row === undefined) return undefined;
    const { verifyAuthenticationResponse } = await webAuthn();
    const result = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: String(subject.data['challenge']),
      expectedOrigin: this.publicUrl,
      expectedRPID: this.#rpId,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
        counter: Number(row.counter),
      },
      requireUserVerification: true,
    }).catch(() => undefined);
    if (result?.verified !== true) return undefined;
    await this.#run('note the use of a passkey', trx =>
      trx
        .updateTable('auth.passkey')
        .set({ counter: result.authenticationInfo.newCounter, last_used_at: new Date() })
        .where('id', '=', row.id)
        .execute(),
    );
    return row.person_id;
  }

  #run<T>(reason: string, work: (trx: Kysely<AuthTables>) => Promise<T>): Promise<T> {
    return this.database.system<AuthTables>(reason).transaction(work);
  }
}
