import type { CryptoKey, JWTPayload } from 'jose';
import { jwtVerify, SignJWT } from 'jose';
import type { Session } from '../common/index.ts';
import type { PersonRow } from './person-row.ts';
import type { Viewing } from './viewing-sessions.ts';

/** Lifetime of access tokens, in seconds. */
const ACCESS_SECONDS = 300;

export interface SessionKeys {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** Makes a secret's successor, so that parallel calls compute the same one. */
  readonly rotationSecret: Uint8Array;
}

const namesOf = (person: PersonRow): Readonly<Record<string, unknown>> => ({
  email: person.email,
  given_name: person.first_name,
  family_name: person.last_name,
});

/** Signs the short-lived EdDSA tokens of sessions and checks them. */
export class SessionTokens {
  readonly #signed = new Map<string, JWTPayload>();

  constructor(
    private readonly keys: SessionKeys,
    private readonly issuer: string,
  ) {}

  /** Claims of a token whose signature holds and that has not run out. The signature of one token is checked once. */
  async claims(token: string): Promise<JWTPayload | undefined> {
    const known = this.#signed.get(token);
    if (known !== undefined) return (known.exp ?? 0) * 1000 > Date.now() ? known : undefined;
    try {
      const { payload } = await jwtVerify(token, this.keys.publicKey, {
        issuer: this.issuer,
        audience: 'api',
        algorithms: ['EdDSA'],
      });
      if (this.#signed.size > 10_000) this.#signed.clear();
      this.#signed.set(token, payload);
      return payload;
    } catch {
      return undefined;
    }
  }

  /**
   * Returns a person's identity, signed for five minutes, for other services of the installation. The API does not take
   * it.
   */
  async identity(person: PersonRow): Promise<{ readonly token: string; readonly expires: Date }> {
    const expires = Math.floor(Date.now() / 1000) + ACCESS_SECONDS;
    return { token: await this.#sign(person, expires, 'id', namesOf(person)), expires: new Date(expires * 1000) };
  }

  async session(person: PersonRow, sessionId: string): Promise<Session> {
    const expires = Math.floor(Date.now() / 1000) + ACCESS_SECONDS;
    return {
      accessToken: await this.#sign(person, expires, 'api', { sid: sessionId, sv: person.session_version }),
      idToken: await this.#sign(person, expires, 'id', namesOf(person)),
      email: person.email,
      address: person.address,
      expiresAt: expires * 1000,
    };
  }

  /** Returns the tokens of a super-admin who views as somebody else: none that other services would take. */
  async viewing({ id, person, viewer, until }: Viewing): Promise<Session> {
    const expires = Math.floor(Math.min(Date.now() / 1000 + ACCESS_SECONDS, until.getTime() / 1000));
    const name = `${person.first_name} ${person.last_name}`.trim();
    return {
      accessToken: await this.#sign(person, expires, 'api', { sid: id, sv: person.session_version }),
      idToken: '',
      email: person.email,
      address: person.address,
      expiresAt: expires * 1000,
      viewing: { name: name === '' ? person.email : name, viewer, until: until.getTime() },
    };
  }

  #sign(
    person: PersonRow,
    expires: number,
    audience: string,
    claims: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(this.issuer)
      .setAudience(audience)
      .setSubject(String(person.id))
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(this.keys.privateKey);
  }
}
