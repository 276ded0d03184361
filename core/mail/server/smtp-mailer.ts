import type { Socket } from 'node:net';
import type { Transporter } from 'nodemailer';
import { createTransport } from 'nodemailer';
import { isFault } from '#core/base/common/index.ts';
import type { Mailer, MailMessage } from './mailer.ts';
import { mailFailed } from './mailer.ts';

export interface SmtpSettings {
  /** `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte. */
  readonly url: string;
  /** Sender, such as `Loupe <loupe@example.org>`. */
  readonly from: string;
}

/** Of one step of the conversation, in milliseconds. */
const TIMEOUT = 10_000;

/**
 * Sends mails over SMTP. Sockets come from `connect`, so that they obey the rules for connections that leave the
 * server.
 */
export class SmtpMailer implements Mailer {
  readonly kind = 'smtp';
  readonly #transport: Transporter;

  constructor(
    private readonly settings: SmtpSettings,
    connect: (host: string, port: number) => Promise<Socket>,
  ) {
    const { protocol, hostname, port, username, password } = new URL(settings.url);
    const secure = protocol === 'smtps:';
    this.#transport = createTransport({
      host: hostname,
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      pool: true,
      maxConnections: 3,
      connectionTimeout: TIMEOUT,
      greetingTimeout: TIMEOUT,
      socketTimeout: TIMEOUT,
      // A password never goes out in the clear.
      ...(username === ''
        ? {}
        : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) }, requireTLS: !secure }),
      disableFileAccess: true,
      disableUrlAccess: true,
      getSocket: (
        options: { readonly host?: string; readonly port?: number | string },
        done: (error: Error | null, socket?: { connection: Socket }) => void,
      ) =>
        void connect(options.host ?? hostname, Number(options.port)).then(
          connection => done(null, { connection }),
          (error: unknown) => done(error as Error),
        ),
    } as object);
  }

  async send(message: MailMessage): Promise<string> {
    try {
      const { response } = (await this.#transport.sendMail({ ...message, from: this.settings.from })) as {
        readonly response: string;
      };
      return response;
    } catch (error) {
      if (isFault(error)) throw mailFailed(error.message, error);
      const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number };
      throw mailFailed(
        code === 'EAUTH'
          ? 'the mail server refused the user name or password (SMTP_URL)'
          : responseCode === undefined
            ? `the mail server could not be reached${code === undefined ? '' : ` (${code})`}`
            : `the mail server refused it (${responseCode})`,
        error,
      );
    }
  }
}
