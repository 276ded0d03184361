import { inject } from 'inversify';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { People } from '#core/auth/server/index.ts';
import { MailerToken } from '#core/kernel/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';

/** Mails the operators of the installation that a team asks for a larger plan. */
export class PlanRequestMails {
  constructor(
    @inject(People) private readonly people: People,
    @inject(MailerToken) private readonly mailer: Mailer,
  ) {}

  /**
   * Sends one mail to each super-admin; `success` is true when at least one went out, and `message` says what happened.
   */
  async send(context: RequestContext): Promise<{ readonly success: boolean; readonly message: string }> {
    if (this.mailer.kind === 'none')
      return {
        success: false,
        message: 'This installation has no mail server, so nothing was sent. Ask the person who runs it.',
      };
    const operators = await this.people.superAdmins();
    if (operators.length === 0)
      return {
        success: false,
        message: 'This installation has no super-admin to write to. Ask the person who runs it.',
      };
    const { user, team } = context;
    const subject = `${team.name} asks for a larger plan`.replace(/\s+/g, ' ').slice(0, 200);
    const text = `${user.email} asks for a larger plan for the team ${team.name} (${team.id}).\n`;
    let failure = '';
    let sent = 0;
    for (const { email } of operators) {
      try {
        await this.mailer.send({ to: email, subject, text });
        sent += 1;
      } catch (error) {
        if (!isFault(error)) throw error;
        failure = error.message;
      }
    }
    return sent > 0
      ? { success: true, message: 'Your request was sent to the people who run this installation.' }
      : { success: false, message: failure };
  }
}
