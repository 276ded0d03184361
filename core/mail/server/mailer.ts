import { Fault } from '#core/base/common/index.ts';

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** The way mails go out: an SMTP server, files in a folder, or none. */
export interface Mailer {
  readonly kind: 'smtp' | 'folder' | 'none';
  /**
   * Returns the words with which the mail server took the mail, or the file of the mail. Throws Fault MAIL_FAILED,
   * which names the cause and no secret.
   */
  send(message: MailMessage): Promise<string>;
}

export const mailFailed = (reason: string, cause?: unknown): Fault =>
  new Fault('MAIL_FAILED', `The mail was not sent: ${reason}`, {
    status: 502,
    ...(cause === undefined ? {} : { cause }),
  });

/** For installations without a mail server: nothing is sent, and callers ask `kind` first. */
export const noMailer: Mailer = {
  kind: 'none',
  send: () => Promise.reject(mailFailed('this installation has no mail server (SMTP_URL)')),
};

/** Returns the words with which a mail server refused a mail, for the operator; undefined when it said nothing. */
export function refusalOf(error: unknown): string | undefined {
  const { response } = ((error as Error | undefined)?.cause ?? {}) as { readonly response?: unknown };
  return typeof response === 'string' ? response.slice(0, 500) : undefined;
}
