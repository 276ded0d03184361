import { inject } from 'inversify';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { MailerToken } from '#core/kernel/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import { invitationMail } from '../common/invitation-mail.ts';

/** Mails on their way at the same time. */
const LANES = 3;
/** After so many failures in a row the server is taken to be gone. */
const GIVE_UP = 3;

/** Sends invitations by mail where the installation has a way to. */
export class InvitationMails {
  constructor(@inject(MailerToken) private readonly mailer: Mailer) {}

  get kind(): Mailer['kind'] {
    return this.mailer.kind;
  }

  /** Sends each link by itself; an invitation stands also when its mail fails. */
  async send(
    context: RequestContext,
    links: ReadonlyMap<string, string>,
    days: number,
  ): Promise<{ readonly mailed: readonly string[]; readonly unmailed: ReadonlyMap<string, string> }> {
    const mailed: string[] = [];
    const unmailed = new Map<string, string>();
    if (this.mailer.kind === 'none') return { mailed, unmailed };
    const waiting = [...links];
    let failures = 0;
    let reason = '';
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [to, link] = next;
        if (failures >= GIVE_UP) {
          unmailed.set(to, reason);
          continue;
        }
        try {
          await this.mailer.send({
            to,
            ...invitationMail({ team: context.team.name, by: context.user.email, link, days }),
          });
          mailed.push(to);
          failures = 0;
        } catch (error) {
          if (!isFault(error)) throw error;
          failures += 1;
          reason = error.message;
          unmailed.set(to, reason);
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return { mailed, unmailed };
  }
}
