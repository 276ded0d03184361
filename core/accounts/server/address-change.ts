import { Fault, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import type { TenancyTables } from '#core/tenancy/server/index.ts';
import { addressChangedMail, addressTakenMail, confirmAddressMail, passwordResetMail } from './account-mails.ts';
import type { AccountMails } from './account-mail-lane.ts';
import { emailOf, linkExpired } from './account-link.ts';
import type { AccountRecoveryServices } from './account-recovery.ts';

const CONFIRM_MINUTES = 24 * 60;
const RESET_MINUTES = 60;
const UNDO_MINUTES = 7 * 24 * 60;

/** Changes of the address that a person signs in with, by a link to the new one; the old one can take it back. */
export class AddressChange {
  constructor(
    private readonly services: Pick<AccountRecoveryServices, 'auth' | 'database' | 'mailer' | 'publicUrl'>,
    private readonly mails: AccountMails,
  ) {}

  /** True where addresses can be changed: links go out by mail only. */
  get offered(): boolean {
    return this.services.mailer.kind !== 'none';
  }

  /**
   * Mails a link to the new address. The answer does not say whether it has an account.
   * @throws Fault EMAIL_CHANGE_OFF (403), IDENTITY_UNCONFIRMED (403), ADDRESS_MANAGED (403), INVALID_FIELD (400),
   * RATE_LIMITED (429)
   */
  async request(context: RequestContext, email: string): Promise<void> {
    const { people, addresses, proof, tokens } = this.services.auth;
    if (!this.offered)
      throw new Fault('EMAIL_CHANGE_OFF', 'This installation sends no mail, so no address can be confirmed.', {
        status: 403,
      });
    await proof.demand(context);
    const person = (await people.byId(context.user.id))!;
    if (person.address === email) throw invalidField('email', 'is the address you sign in with now');
    await addresses.demandChangeable(person);
    await this.mails.count(email, context.address);
    this.mails.later(async () => {
      const owner = await people.byEmail(email);
      if (owner !== undefined && owner.id !== person.id)
        return this.mails.send(email, addressTakenMail(this.services.publicUrl));
      const token = await tokens.issue(
        'email-change',
        { personId: person.id, data: { email, from: person.address } },
        CONFIRM_MINUTES,
      );
      return this.mails.send(
        email,
        confirmAddressMail(person.address, `${this.services.publicUrl}/confirm-email#${token}`),
      );
    });
  }

  /**
   * Makes the new address that of the person, and mails the old one a link that takes it back. Returns the new one.
   * @throws Fault LINK_EXPIRED (404), ADDRESS_MANAGED (403), ADDRESS_INVITED (409) while the address has invitations of
   * its own
   */
  async confirm(token: string): Promise<string> {
    const { people, addresses, sessions, tokens } = this.services.auth;
    const { email, from, undo } = await this.services.database
      .system<TenancyTables>('change the address of a person')
      .transaction(async trx => {
        const subject = await tokens.redeem('email-change', token);
        const to = emailOf(subject);
        const person = await people.byId(subject!.personId!);
        const before = subject!.data['from'];
        if (person === undefined || person.disabled_at !== null || person.address !== before) throw linkExpired();
        await addresses.demandChangeable(person);
        const invited = await trx
          .selectFrom('tenancy.member')
          .select('id')
          .where('email', '=', to)
          .where('person_id', 'is', null)
          .executeTakeFirst();
        if (invited !== undefined)
          throw new Fault(
            'ADDRESS_INVITED',
            `${to} is invited to a team. Ask the team to cancel the invitation and to invite ${before} instead. Then open the link again.`,
            { status: 409 },
          );
        await addresses.change(person.id, to);
        await tokens.withdraw('password-reset', person.id);
        onCommit(() => sessions.forgetOf(person.id));
        return {
          email: to,
          from: before,
          undo: await tokens.issue('email-undo', { personId: person.id, data: { email: before } }, UNDO_MINUTES, {
            keepsOthers: true,
          }),
        };
      });
    this.mails.later(() =>
      this.mails.send(from, addressChangedMail(email, `${this.services.publicUrl}/undo-email-change#${undo}`)),
    );
    return email;
  }

  /**
   * Gives a person their former address back. Whoever changed it knows the password, so password and factors go, every
   * session and token ends, and a link for a new password is mailed. Returns the address.
   * @throws Fault LINK_EXPIRED (404)
   */
  async undo(token: string): Promise<string> {
    const { people, addresses, sessions, tokens } = this.services.auth;
    const { email, reset } = await this.services.database.system('give a former address back').transaction(async () => {
      const subject = await tokens.redeem('email-undo', token);
      const to = emailOf(subject);
      const person = await people.byId(subject!.personId!);
      if (person === undefined || person.disabled_at !== null) throw linkExpired();
      await addresses.change(person.id, to);
      await people.handOver(person.id);
      await tokens.withdraw('email-change', person.id);
      const subjectOfReset = { personId: person.id, data: { email: to } };
      return { email: to, reset: await tokens.issue('password-reset', subjectOfReset, RESET_MINUTES) };
    });
    sessions.forget();
    this.mails.later(() =>
      this.mails.send(email, passwordResetMail(`${this.services.publicUrl}/reset-password#${reset}`)),
    );
    return email;
  }
}
