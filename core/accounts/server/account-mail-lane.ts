import type { Log } from '#core/api/server/index.ts';
import type { Attempts } from '#core/auth/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import type { AccountMail } from './account-mails.ts';

/** Mails to one address, and mails asked for from one network address, per hour. */
const MAILS_TO_ADDRESS = { limit: 3, minutes: 60 };
const MAILS_FROM_NETWORK = { limit: 20, minutes: 60 };

/** Mails about accounts: counted, and sent after the answer, which must not say whether there is an account. */
export class AccountMails {
  readonly #sending = new Set<Promise<void>>();

  constructor(
    private readonly mailer: Mailer,
    private readonly attempts: Attempts,
    private readonly log: Pick<Log, 'error'>,
  ) {}

  /** @throws Fault RATE_LIMITED (429) */
  async count(email: string, network: string): Promise<void> {
    await this.attempts.beginStep(`mails-from:${network}`, MAILS_FROM_NETWORK);
    await this.attempts.beginStep(`mails-to:${email}`, MAILS_TO_ADDRESS);
  }

  async send(to: string, mail: AccountMail): Promise<void> {
    await this.mailer.send({ to, ...mail });
  }

  later(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => this.log.error({ err: error }, 'a mail about an account was not sent'))
      .finally(() => this.#sending.delete(running));
    this.#sending.add(running);
  }

  /** Waits for mails that are on their way. */
  async settled(): Promise<void> {
    await Promise.all(this.#sending);
  }
}
