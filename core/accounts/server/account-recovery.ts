import { Fault } from '#core/base/common/index.ts';
import type { AuthServices } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import type { Organizations, Teams, TenancyTables } from '#core/tenancy/server/index.ts';
import { emailOf, linkExpired } from './account-link.ts';
import type { AccountMails } from './account-mail-lane.ts';
import { alreadySignedUpMail, passwordChangedMail, passwordResetMail, signUpMail } from './account-mails.ts';

const RESET_MINUTES = 60;
const SIGN_UP_MINUTES = 24 * 60;

export type LinkPurpose = 'password-reset' | 'sign-up' | 'email-change' | 'email-undo';

export interface AccountRecoveryServices {
  readonly database: Database;
  readonly auth: AuthServices;
  readonly organizations: Organizations;
  readonly teams: Teams;
  readonly mailer: Mailer;
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
  constructor(
    private readonly services: AccountRecoveryServices,
    private readonly mails: AccountMails,
  ) {}

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
    await this.mails.count(email, network);
    this.mails.later(async () => {
      const { people, tokens } = this.services.auth;
      const person = await people.bySignIn(email);
      if (person === undefined || person.disabled_at !== null) return;
      const token = await tokens.issue('password-reset', { personId: person.id, data: { email } }, RESET_MINUTES);
      await this.mails.send(email, passwordResetMail(`${this.services.publicUrl}/reset-password#${token}`));
    });
  }

  /** @throws Fault SIGN_UP_OFF (403), RATE_LIMITED (429) */
  async requestSignUp(email: string, network: string): Promise<void> {
    this.#demandSignUp();
    await this.mails.count(email, network);
    this.mails.later(async () => {
      const { people, tokens } = this.services.auth;
      if ((await people.byEmail(email)) !== undefined)
        return this.mails.send(email, alreadySignedUpMail(this.services.publicUrl));
      const token = await tokens.issue('sign-up', { data: { email } }, SIGN_UP_MINUTES);
      return this.mails.send(email, signUpMail(`${this.services.publicUrl}/verify#${token}`));
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
      if (person === undefined || person.disabled_at !== null || person.address !== address) throw linkExpired();
      await people.setPassword(person.id, password, { proves: true });
      return address;
    });
    sessions.forget();
    this.mails.later(() => this.mails.send(email, passwordChangedMail(`${this.services.publicUrl}/reset-password`)));
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

  #demandSignUp(): void {
    if (!this.options.signUp)
      throw new Fault('SIGN_UP_OFF', 'Nobody can sign up here. Ask an admin for an invitation.', { status: 403 });
  }
}
