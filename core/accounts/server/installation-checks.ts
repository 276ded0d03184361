import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isFault } from '#core/base/common/index.ts';
import type { BlobDriver, Database } from '#core/data/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import { refusalOf } from '#core/mail/server/index.ts';
import type { InstallationCheck } from '../common/installer-api.ts';

/** Surroundings of the server, as it is configured. */
export interface Surroundings {
  readonly publicUrl: string;
  readonly trustsProxies: boolean;
  readonly database: Pick<Database, 'kind'>;
  readonly blobs: BlobDriver;
  readonly mailer: Mailer;
}

interface Visit {
  /** Origin of the page, as the browser sees it. */
  readonly origin: string;
  readonly email?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

type Result = Omit<InstallationCheck, 'part'>;

const passed = (text: string): Result => ({ state: 'passed', text });
const advice = (text: string): Result => ({ state: 'advice', text });
const failed = (text: string): Result => ({ state: 'failed', text });

/** Tries what an installation needs, and says what to set where it is not there. */
export class InstallationChecks {
  constructor(private readonly surroundings: Surroundings) {}

  /** Returns a finding about each part. */
  async run(visit: Visit): Promise<readonly InstallationCheck[]> {
    return [
      { part: 'address', ...this.#address(visit) },
      { part: 'encryption', ...this.#encryption() },
      { part: 'proxy', ...this.#proxy(visit) },
      { part: 'database', ...this.#database() },
      { part: 'storage', ...(await this.#storage()) },
      { part: 'mail', ...(await this.#mail(visit)) },
    ];
  }

  #address({ origin }: Visit): Result {
    const { publicUrl } = this.surroundings;
    return origin === publicUrl
      ? passed(`This page was opened at ${publicUrl}, as links in mails are.`)
      : failed(`This page was opened at ${origin}, and links lead to ${publicUrl}. Set PUBLIC_URL to ${origin}.`);
  }

  #encryption(): Result {
    const { protocol, hostname } = new URL(this.surroundings.publicUrl);
    if (protocol === 'https:') return passed('Pages are sent over TLS.');
    return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
      ? advice('Pages are sent without TLS, which suffices on this machine alone.')
      : failed('Passwords and data are sent without TLS. Put a proxy with a certificate in front, and set PUBLIC_URL.');
  }

  #proxy({ headers }: Visit): Result {
    const { trustsProxies } = this.surroundings;
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .filter(each => each.trim() !== '').length;
    if (forwarded > 0 && !trustsProxies)
      return failed(
        `A proxy forwards requests and is not trusted, so everybody has its address. Set TRUST_PROXY=${forwarded}.`,
      );
    if (forwarded === 0 && trustsProxies)
      return failed('TRUST_PROXY is set, and no proxy sent X-Forwarded-For. Anybody could choose their address.');
    return passed(forwarded > 0 ? 'The proxy names the address of each visitor.' : 'There is no proxy in front.');
  }

  #database(): Result {
    return this.surroundings.database.kind === 'postgres'
      ? passed('PostgreSQL answers.')
      : advice('The embedded database is for one machine and small teams. Set DATABASE_URL for production.');
  }

  async #storage(): Promise<Result> {
    const { blobs } = this.surroundings;
    const bytes = randomBytes(64);
    try {
      const { hash } = await blobs.put(Readable.from([bytes]));
      const found = await blobs.get(hash);
      const same = found !== undefined && (await buffer(found)).equals(bytes);
      await blobs.delete(hash);
      return same
        ? passed('A file was written, read and deleted.')
        : failed('A file was written, and other bytes were read. Try another storage.');
    } catch (error) {
      return failed(isFault(error) ? error.message : `The storage failed: ${(error as Error).message}`);
    }
  }

  async #mail({ email }: Visit): Promise<Result> {
    const { mailer, publicUrl } = this.surroundings;
    if (mailer.kind === 'none')
      return advice('No mail is sent: links of invitations are copied by hand. Set SMTP_URL and MAIL_FROM.');
    if (email === undefined) return advice('Enter your e-mail address, and check again to get a test mail.');
    try {
      const text = `This test mail comes from ${publicUrl}. Mails of this installation reach you.`;
      const answer = await mailer.send({ to: email, subject: 'Test mail of Loupe', text });
      return passed(`The mail server took a test mail to ${email}: ${answer}`);
    } catch (error) {
      if (!isFault(error)) throw error;
      const words = refusalOf(error);
      return failed(words === undefined ? error.message : `${error.message}: ${words}`);
    }
  }
}
