import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '#core/base/common/index.ts';
import type { CallExtras, RequestContext } from '#core/api/server/index.ts';
import type { Session } from '../common/index.ts';
import type { OpenedSession } from './sessions.ts';

/** Lifetime of the cookie, in seconds. */
const MAX_AGE = 14 * 86_400;

/** The device a session is opened on. */
export const deviceOf = (call: CallExtras, context: RequestContext): { agent: string; address: string } => ({
  agent: call.headers['user-agent'] ?? '',
  address: context.address,
});

/** The cookie with the secret of a session. Only pages of the auth origin send it. */
export class SessionCookies {
  readonly #name: string;

  /** `secure`: whether the public address is https; only then may the cookie be `__Host-` and `Secure`. */
  constructor(private readonly secure: boolean) {
    this.#name = secure ? '__Host-sid' : 'sid';
  }

  /** Demands a scripted, same-site POST. @throws Fault FORBIDDEN (403) */
  demandOwnPage(headers: IncomingHttpHeaders): void {
    const site = headers['sec-fetch-site'];
    if (headers['x-requested-with'] !== 'loupe-auth' || (site !== undefined && site !== 'same-origin'))
      throw forbidden('auth');
  }

  /** Returns the secret in the cookie of a request. */
  read(headers: IncomingHttpHeaders): string | undefined {
    return (headers.cookie ?? '')
      .split(/;\s*/)
      .find(each => each.startsWith(`${this.#name}=`))
      ?.slice(this.#name.length + 1);
  }

  /** Sets the cookie of an opened session and returns its tokens. */
  give(opened: OpenedSession, call: CallExtras): Session {
    call.setHeader('set-cookie', this.#cookie(opened.secret, MAX_AGE));
    return opened.session;
  }

  clear(call: CallExtras): void {
    call.setHeader('set-cookie', this.#cookie('', 0));
  }

  #cookie(secret: string, maxAge: number): string {
    return `${this.#name}=${secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${this.secure ? '; Secure' : ''}`;
  }
}
