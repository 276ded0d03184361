import { Fault, notFound, unauthorized } from '#core/base/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import type { authApi } from '../common/index.ts';
import type { AuthServices } from './auth-services.ts';
import { deviceOf } from './session-cookies.ts';
import { personOf } from './person-row.ts';
import { passwordFits } from './passwords.ts';

const wrong = (): Fault =>
  new Fault('UNAUTHORIZED', 'Wrong e-mail or password.', { status: 401, details: { reason: 'credentials' } });

/** The auth frame's calls. All that use the cookie demand a same-site, scripted POST. */
export function authHandlers({
  people,
  sessions,
  viewing,
  attempts,
  factors,
  ways,
  cookies,
}: Pick<AuthServices, 'people' | 'sessions' | 'viewing' | 'attempts' | 'factors' | 'ways' | 'cookies'>): Handlers<
  typeof authApi
> {
  return {
    async signIn(call, context) {
      cookies.demandOwnPage(call.headers);
      const email = call.body.email.trim().toLowerCase();
      const attempt = { email, address: context.address };
      await attempts.begin(attempt);
      const person = await people.bySignIn(email);
      const fits = await passwordFits(person?.password_hash, call.body.password, context.address);
      await ways.demandOwn(email, fits ? person : undefined);
      if (!fits || person === undefined || person.disabled_at !== null) throw wrong();
      await attempts.succeeded(attempt);
      await factors.demand(person);
      return cookies.give(await sessions.open(person, deviceOf(call, context)), call);
    },
    async currentSession(call) {
      cookies.demandOwnPage(call.headers);
      const secret = cookies.read(call.headers);
      const opened = secret === undefined ? undefined : await sessions.refresh(secret);
      // A visitor without a session is no error: browsers would print one on every first visit.
      return { session: opened === undefined ? null : cookies.give(opened, call) };
    },
    async signOut(call) {
      cookies.demandOwnPage(call.headers);
      const secret = cookies.read(call.headers);
      const provider = secret === undefined ? undefined : await sessions.end(secret);
      cookies.clear(call);
      const leave = provider === undefined ? undefined : await ways.leave(provider);
      return { success: true, ...(leave === undefined ? {} : { leave }) };
    },
    async endView(call) {
      cookies.demandOwnPage(call.headers);
      const secret = cookies.read(call.headers);
      if (secret !== undefined) await viewing.end(secret);
      const opened = secret === undefined ? undefined : await sessions.refresh(secret);
      if (opened === undefined) throw unauthorized();
      return cookies.give(opened, call);
    },
    async changePassword(call, context) {
      cookies.demandOwnPage(call.headers);
      const { email, id } = context.user;
      const attempt = { email, address: context.address };
      await attempts.begin(attempt);
      const person = await people.byId(id);
      if (!(await passwordFits(person?.password_hash, call.body.old_password, context.address))) {
        throw new Fault('INVALID_FIELD', 'The old password is wrong. Enter the password you sign in with now.', {
          status: 400,
          details: { issues: [{ field: 'old_password', reason: 'is wrong' }] },
        });
      }
      await attempts.succeeded(attempt);
      const before = context.sessionId === undefined ? undefined : await sessions.facts(context.sessionId);
      const changed = await people.setPassword(id, call.body.new_password);
      sessions.forget();
      return cookies.give(await sessions.open(changed, deviceOf(call, context), before?.way), call);
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
    async endOtherSessions(_, context) {
      return {
        ended:
          context.sessionId === undefined ? 0 : await sessions.endSome(context.user.id, { except: context.sessionId }),
      };
    },
    async endSession({ params }, context) {
      if (!(await sessions.endOne(context.user.id, params.id))) throw notFound('The session');
      return { success: true };
    },
  };
}
