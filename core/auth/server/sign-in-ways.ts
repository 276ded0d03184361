import { Fault } from '#core/base/common/index.ts';
import type { Disposable } from '#core/base/common/index.ts';
import type { Departure, ExternalAnswer } from '../common/index.ts';
import type { ProviderSession } from './auth-tables.ts';
import type { PersonRow } from './person-row.ts';

/** A person whom somebody outside signed in, and the name of that session there. */
export interface ExternalPerson {
  readonly person: PersonRow;
  readonly session: ProviderSession;
}

/** A way to sign in that asks somebody outside who the person is. */
export interface ExternalSignIn {
  /** True when it works for the people of any organization. */
  offered(): Promise<boolean>;
  /** Returns where to send a person; undefined when nobody outside vouches for the address. */
  begin(email: string): Promise<Departure | undefined>;
  /**
   * Returns the person whom an answer is about, and uses the ticket up; without a ticket it is an answer that nobody
   * asked for, which the provider began. @throws Fault that says why nobody is signed in
   */
  complete(ticket: string | undefined, answer: string): Promise<ExternalPerson>;
  /** Returns where to send a person who signed out, so that the session ends outside as well; undefined for nowhere. */
  leave(session: ProviderSession): Promise<string | undefined>;
  /** Returns whom an answer that nobody asked for would sign in. @throws Fault that says why it signs nobody in */
  describe(answer: string): Promise<ExternalAnswer>;
  /**
   * Returns true when an address must sign in this way. `person` is given when they proved who they are: some of them
   * may choose.
   */
  requires(email: string, person: PersonRow | undefined): Promise<boolean>;
}

/** The ways to sign in beside passwords and passkeys. One plugin may add one. */
export class SignInWays {
  #external: ExternalSignIn | undefined;

  /** Adds the way; it goes when the result is disposed of. */
  add(external: ExternalSignIn): Disposable {
    this.#external = external;
    return { dispose: () => (this.#external = undefined) };
  }

  async offered(): Promise<boolean> {
    return (await this.#external?.offered()) ?? false;
  }

  /** @throws Fault SSO_UNKNOWN (404) */
  async begin(email: string): Promise<Departure> {
    const departure = await this.#external?.begin(email);
    if (departure === undefined)
      throw new Fault(
        'SSO_UNKNOWN',
        'There is no single sign-on for this e-mail address. Sign in with your password.',
        { status: 404 },
      );
    return departure;
  }

  /** @throws Fault SSO_EXPIRED (401) and those of the way */
  async complete(ticket: string | undefined, answer: string): Promise<ExternalPerson> {
    if (this.#external === undefined) throw signOnExpired();
    return this.#external.complete(ticket, answer);
  }

  /** Returns where to send a person whose session ended, so that it ends outside as well. */
  async leave(session: ProviderSession): Promise<string | undefined> {
    return this.#external?.leave(session);
  }

  /** @throws Fault SSO_EXPIRED (401) and those of the way */
  async describe(answer: string): Promise<ExternalAnswer> {
    if (this.#external === undefined) throw signOnExpired();
    return this.#external.describe(answer);
  }

  /**
   * Refuses a password or a passkey where the organization of the address asks for its identity provider. `person` is
   * only given when the proof was right, so that the answer says nothing about accounts.
   * @throws Fault SSO_REQUIRED (403)
   */
  async demandOwn(email: string, person: PersonRow | undefined): Promise<void> {
    if ((await this.#external?.requires(email, person)) !== true) return;
    throw new Fault('SSO_REQUIRED', 'Your organization signs in with single sign-on.', {
      status: 403,
      details: { email },
    });
  }
}

/** The refusal of a ticket that was used, is too old, or belongs to another tab. */
export const signOnExpired = (): Fault =>
  new Fault('SSO_EXPIRED', 'This sign-in was used or took longer than 10 minutes. Sign in again.', { status: 401 });
