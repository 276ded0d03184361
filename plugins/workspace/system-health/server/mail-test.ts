import { inject } from 'inversify';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { MailerToken, PublicUrlToken, RateLimit } from '#core/kernel/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import { refusalOf } from '#core/mail/server/index.ts';

/** Sends test mails: one in six seconds, and five at once. */
export class MailTest {
  readonly #limit = new RateLimit(1 / 6, 5);

  constructor(
    @inject(MailerToken) private readonly mailer: Mailer,
    @inject(PublicUrlToken) private readonly publicUrl: string,
  ) {}

  /** Returns what the mail server said. A refusal is an answer, and no fault of the call. */
  async send(context: RequestContext, to: string): Promise<{ readonly sent: boolean; readonly answer: string }> {
    this.#limit.take(`user:${context.user.id}`);
    try {
      const answer = await this.mailer.send({
        to,
        subject: 'Test mail of Loupe',
        text: `${context.user.email} sent this test mail from ${this.publicUrl}. Mails of this installation reach you.`,
      });
      return { sent: true, answer };
    } catch (error) {
      if (!isFault(error)) throw error;
      const words = refusalOf(error);
      return { sent: false, answer: words === undefined ? error.message : `${error.message}: ${words}` };
    }
  }
}
