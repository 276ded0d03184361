import type { Log } from '#core/api/server/index.ts';
import { AccountMails, AccountRecovery, AddressChange } from '#core/accounts/server/index.ts';
import type { AuthServices } from '#core/auth/server/index.ts';
import { openAuth } from '#core/auth/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import { Egress, EgressAllowance } from '#core/egress/server/index.ts';
import type { ServerBus } from '#core/kernel/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import { FolderMailer, HttpSmsGateway, noMailer, SmtpMailer } from '#core/mail/server/index.ts';
import {
  AccessTokens,
  AccountHooks,
  AccountMerging,
  Members,
  Organizations,
  SdkTokens,
  Teams,
} from '#core/tenancy/server/index.ts';
import type { AppOptions } from './app-options.ts';
import type { MailConfiguration } from './mail-settings.ts';

/** People, their sign-in, and the organizations and teams they belong to. */
export interface Accounts {
  readonly auth: AuthServices;
  readonly organizations: Organizations;
  readonly teams: Teams;
  readonly members: Members;
  readonly accountHooks: AccountHooks;
  readonly merging: AccountMerging;
  readonly sdkTokens: SdkTokens;
  readonly accessTokens: AccessTokens;
  readonly recovery: AccountRecovery;
  readonly addressChange: AddressChange;
  readonly accountMails: AccountMails;
  readonly egress: Egress;
  readonly mailer: Mailer;
}

function mailerOf(mail: MailConfiguration | undefined, egress: Egress): Mailer {
  if (mail === undefined) return noMailer;
  return 'folder' in mail
    ? new FolderMailer(mail.folder, mail.from)
    : new SmtpMailer({ url: mail.smtpUrl, from: mail.from }, (host, port) => egress.connect(host, port));
}

/** Returns a mailer to which people are named by any address of their account. */
const toPresentAddresses = (mailer: Mailer, { addresses }: AuthServices): Mailer => ({
  kind: mailer.kind,
  send: async message => mailer.send({ ...message, to: await addresses.mailAddress(message.to) }),
});

/** Opens the services of accounts. Changes of sessions are announced to every server by the bus. */
export async function openAccounts(options: AppOptions, bus: ServerBus, log: Log): Promise<Accounts> {
  const { database, publicUrl } = options;
  const sessionsChanged = (personId: number): void =>
    void bus
      .send('person', personId)
      .catch((error: unknown) => log.error({ err: error, person: personId }, 'a change of sessions was not passed on'));
  const sdkTokens = new SdkTokens(database);
  const accessTokens = new AccessTokens(database);
  const egress = new Egress(new EgressAllowance(options.egressAllow));
  const auth = await openAuth({
    database,
    keys: options.keys,
    publicUrl,
    async lockedOut(personId) {
      await sdkTokens.revokeAll(personId);
      await accessTokens.revokeAll(personId);
      onCommit(() => sessionsChanged(personId));
    },
    sessionsChanged,
    passwordCost: options.passwordCost,
    ...(options.sms === undefined ? {} : { sms: new HttpSmsGateway(options.sms, egress) }),
  });
  const teams = new Teams(database, options.providerDomain);
  const organizations = new Organizations(database, () => teams.forget());
  const membershipsChanged = (): void => {
    teams.forget();
    sdkTokens.forget();
    accessTokens.forget();
  };
  const members = new Members(database, auth.people, membershipsChanged);
  const accountHooks = new AccountHooks();
  const merging = new AccountMerging(database, auth.people, accountHooks, membershipsChanged);
  const mailer = mailerOf(options.mail, egress);
  const accountMails = new AccountMails(mailer, auth.attempts, log);
  const services = { database, auth, organizations, teams, mailer, publicUrl, signUp: options.signUp ?? false };
  const recovery = new AccountRecovery(services, accountMails);
  const addressChange = new AddressChange(services, accountMails);
  return {
    auth,
    organizations,
    teams,
    members,
    accountHooks,
    merging,
    sdkTokens,
    accessTokens,
    recovery,
    addressChange,
    accountMails,
    egress,
    mailer: toPresentAddresses(mailer, auth),
  };
}
