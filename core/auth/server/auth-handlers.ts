import type { IncomingHttpHeaders } from 'node:http';
import { Fault, forbidden, notFound, unauthorized } from '#core/base/common/index.ts';
import type { CallExtras, Handlers, RequestContext } from '#core/api/server/index.ts';
import type { authApi, Session } from '../common/index.ts';
import type { Attempts } from './attempts.ts';
import type { OpenedSession, Sessions } from './sessions.ts';
import type { People } from './people.ts';
import { personOf } from './people.ts';
import { passwordFits } from './passwords.ts';

export interface AuthHandlerOptions {
  /** Whether the public address is https; only then may the cookie be `__Host-` and `Secure`. */
  readonly secure: boolean;
}

const wrong = (): Fault =>
  new Fault('UNAUTHORIZED', 'E-mail or password is wrong.', { status: 401, details: { reason: 'credentials' } });

/** The auth frame's calls. All that use the cookie demand a same-site, scripted POST. */
export function authHandlers(
  people: People,
  sessions: Sessions,
  attempts: Attempts,
  options: AuthHandlerOptions,
): Handlers<typeof authApi> {
  const cookieName = options.secure ? '__Host-sid' : 'sid';

  const cookie = (secret: string, maxAge: number): string =>
    `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${options.secure ? '; Secure' : ''}`;

  const cookieOf = (headers: IncomingHttpHeaders): string | undefined =>
    (headers.cookie ?? '')
      .split(/;\s*/)
      .find(each => each.startsWith(`${cookieName}=`))
      ?.slice(cookieName.length + 1);

  const fromOwnPage = (headers: IncomingHttpHeaders): void => {
    const site = headers['sec-fetch-site'];
    if (headers['x-requested-with'] !== 'loupe-auth' || (site !== undefined && site !== 'same-origin'))
      throw forbidden('auth');
  };

  const give = (opened: OpenedSession, call: CallExtras): Session => {
    call.setHeader('set-cookie', cookie(opened.secret, 14 * 86_400));
    return opened.session;
  };

  const device = (call: CallExtras, context: RequestContext): { agent: string; address: string } => ({
    agent: call.headers['user-agent'] ?? '',
    address: context.address,
  });

  return {
    async signIn(call, context) {
      fromOwnPage(call.headers);
      const email = call.body.email.trim().toLowerCase();
      const attempt = { email, address: context.address };
      await attempts.begin(attempt);
      const person = await people.byEmail(email);
      const fits = await passwordFits(person?.password_hash, call.body.password);
      if (!fits || person === undefined || person.disabled_at !== null) throw wrong();
      await attempts.succeeded(attempt);
      return give(await sessions.open(person, device(call, context)), call);
    },
    async currentSession(call) {
      fromOwnPage(call.headers);
      const secret = cookieOf(call.headers);
      const opened = secret === undefined ? undefined : await sessions.refresh(secret);
      // A visitor without a session is no error: browsers would print one on every first visit.
      return { session: opened === undefined ? null : give(opened, call) };
    },
    async signOut(call) {
      fromOwnPage(call.headers);
      const secret = cookieOf(call.headers);
      if (secret !== undefined) await sessions.end(secret);
      call.setHeader('set-cookie', cookie('', 0));
      return { success: true };
    },
    async changePassword(call, context) {
      fromOwnPage(call.headers);
      const { email, id } = context.user;
      const attempt = { email, address: context.address };
      await attempts.begin(attempt);
      const person = await people.byId(id);
      if (!(await passwordFits(person?.password_hash, call.body.old_password))) {
        throw new Fault('INVALID_FIELD', 'The old password is not right.', {
          status: 400,
          details: { issues: [{ field: 'old_password', reason: 'is not right' }] },
        });
      }
      await attempts.succeeded(attempt);
      const changed = await people.setPassword(id, call.body.new_password);
      sessions.forget();
      return give(await sessions.open(changed, device(call, context)), call);
    },
    async me(_, context) {
      const person = await people.byId(context.user.id);
      if (person === undefined) throw unauthorized();
      return personOf(person);
    },
    async updateMe({ body }, context) {
      const person = await people.update(context.user.id, { firstName: body.first_name, lastName: body.last_name });
      sessions.forget();
      return personOf(person);
    },
    async listSessions(_, context) {
      const rows = await sessions.list(context.user.id);
      return {
        data: rows.map(row => ({
          id: row.id,
          current: row.id === context.sessionId,
          agent: row.agent,
          address: row.address,
          createdAt: row.created_at.toISOString(),
          lastUsedAt: row.last_used_at.toISOString(),
        })),
      };
    },
    async endSession({ params }, context) {
      if (!(await sessions.endOne(context.user.id, params.id))) throw notFound('The session');
      return { success: true };
    },
  };
}
