import { Fault } from '#core/base/common/index.ts';
import type { Log } from '#core/api/server/index.ts';
import type { AuthServices } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import type { Organizations, Teams, TenancyTables } from '#core/tenancy/server/index.ts';
import type { AccountMail } from './account-mails.ts';
import { alreadySignedUpMail, passwordChangedMail, passwordResetMail, signUpMail } from './account-mails.ts';

const RESET_MINUTES = 60;
const SIGN_UP_MINUTES = 24 * 60;
/** Mails to one address, and mails asked for from one network address, per hour. */
const MAILS_TO_ADDRESS = { limit: 3, minutes: 60 };
const MAILS_FROM_NETWORK = { limit: 20, minutes: 60 };

export type LinkPurpose = 'password-reset' | 'sign-up';

export interface AccountRecoveryServices {
  readonly database: Database;
  readonly auth: AuthServices;
  readonly organizations: Organizations;
  readonly teams: Teams;
  readonly mailer: Mailer;
  readonly log: Pick<Log, 'error'>;
  /** Address people open, without a slash at the end. */
  readonly publicUrl: string;
  /** True when anybody may make an account and an organization. */
  readonly signUp: boolean;
}

export interface NewAccount {
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly organization: string;
}

/**
 * Accounts made and recovered by mailed links. What is asked for by address is done after the answer, so that neither
 * its text nor its time says whether there is an account.
 */
export class AccountRecovery {
  readonly #sending = new Set<Promise<void>>();

  constructor(private readonly services: AccountRecoveryServices) {}

  get options(): { readonly signUp: boolean; readonly passwordReset: boolean } {
    const mails = this.services.mailer.kind !== 'none';
    return { signUp: mails && this.services.signUp, passwordReset: mails };
  }

  /** @throws Fault PASSWORD_RESET_OFF (403), RATE_LIMITED (429) */
  async requestReset(email: string, network: string): Promise<void> {
    if (!this.options.passwordReset)
      throw new Fault(
        'PASSWORD_RESET_OFF',
        'This installation sends no mail. Ask the person who runs it for a new password.',
        { status: 403 },
      );
    await this.#count(email, network);
    this.#later(async () => {
      const { people, tokens } = this.services.auth;
      const person = await people.byEmail(email);
      if (person === undefined || person.disabled_at !== null) return;
      const token = await tokens.issue('password-reset', { personId: person.id, data: { email } }, RESET_MINUTES);
      await this.#send(email, passwordResetMail(`${this.services.publicUrl}/reset-password#${token}`));
    });
  }

  /** @throws Fault SIGN_UP_OFF (403), RATE_LIMITED (429) */
  async requestSignUp(email: string, network: string): Promise<void> {
    this.#demandSignUp();
    await this.#count(email, network);
    this.#later(async () => {
      const { people, tokens } = this.services.auth;
      if ((await people.byEmail(email)) !== undefined)
        return this.#send(email, alreadySignedUpMail(this.services.publicUrl));
      const token = await tokens.issue('sign-up', { data: { email } }, SIGN_UP_MINUTES);
      return this.#send(email, signUpMail(`${this.services.publicUrl}/verify#${token}`));
    });
  }

  /** Returns the address a link is for. @throws Fault LINK_EXPIRED (404) */
  async describe(purpose: LinkPurpose, token: string): Promise<string> {
    return emailOf(await this.services.auth.tokens.peek(purpose, token));
  }

  /**
   * Sets a new password, ends all sessions and tokens, and returns the address; a password that is refused leaves the
   * link good.
   * @throws Fault LINK_EXPIRED (404), INVALID_FIELD (400)
   */
  async reset(token: string, password: string): Promise<string> {
    const { people, sessions, tokens } = this.services.auth;
    const email = await this.services.database.system('reset a password').transaction(async () => {
      const subject = await tokens.redeem('password-reset', token);
      const address = emailOf(subject);
      const person = await people.byId(subject!.personId!);
      // The address may have passed to another person since.
      if (person === undefined || person.disabled_at !== null || person.email !== address) throw linkExpired();
      await people.setPassword(person.id, password, { proves: true });
      return address;
    });
    sessions.forget();
    this.#later(() => this.#send(email, passwordChangedMail(`${this.services.publicUrl}/reset-password`)));
    return email;
  }

  /**
   * Makes the account, its organization and first team: all of them or, where a name is taken, none.
   * @throws Fault LINK_EXPIRED (404), NAME_EXISTS (409), SIGN_UP_OFF (403)
   */
  async completeSignUp(
    token: string,
    account: NewAccount,
  ): Promise<{ readonly email: string; readonly teamId: number }> {
    this.#demandSignUp();
    const { auth, organizations, teams, database } = this.services;
    return database.system<TenancyTables>('make an account that signed up').transaction(async () => {
      const email = emailOf(await auth.tokens.redeem('sign-up', token));
      const person = await auth.people.create({ ...account, email });
      const organization = await organizations.create(account.organization, person.id);
      return { email, teamId: await teams.create(organization.id, account.organization, person) };
    });
  }

  /** Waits for mails that are on their way. */
  async settled(): Promise<void> {
    await Promise.all(this.#sending);
  }

  #demandSignUp(): void {
    if (!this.options.signUp)
      throw new Fault('SIGN_UP_OFF', 'Nobody can sign up here. Ask an admin for an invitation.', { status: 403 });
  }

  async #count(email: string, network: string): Promise<void> {
    const { attempts } = this.services.auth;
    await attempts.beginStep(`mails-from:${network}`, MAILS_FROM_NETWORK);
    await attempts.beginStep(`mails-to:${email}`, MAILS_TO_ADDRESS);
  }

  async #send(to: string, mail: AccountMail): Promise<void> {
    await this.services.mailer.send({ to, ...mail });
  }

  #later(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => this.services.log.error({ err: error }, 'a mail about an account was not sent'))
      .finally(() => this.#sending.delete(running));
    this.#sending.add(running);
  }
}

const linkExpired = (): Fault =>
  new Fault('LINK_EXPIRED', 'This link was used or has expired. Ask for a new one.', { status: 404 });

function emailOf(subject: { readonly data: Readonly<Record<string, unknown>> } | undefined): string {
  const email = subject?.data['email'];
  if (typeof email !== 'string') throw linkExpired();
  return email;
}
