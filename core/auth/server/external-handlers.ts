import type { Handlers } from '#core/api/server/index.ts';
import type { externalApi } from '../common/index.ts';
import type { AuthServices } from './auth-services.ts';
import { deviceOf } from './session-cookies.ts';

/** Handlers of the calls that sign in with an identity provider. */
export const externalHandlers = ({
  ways,
  sessions,
  factors,
  cookies,
}: Pick<AuthServices, 'ways' | 'sessions' | 'factors' | 'cookies'>): Handlers<typeof externalApi> => ({
  beginExternalSignIn: ({ body }) => ways.begin(body.email),
  describeExternalAnswer: ({ body }) => ways.describe(body.answer),
  async externalSignIn(call, context) {
    cookies.demandOwnPage(call.headers);
    const { person, session } = await ways.complete(call.body.ticket, call.body.answer);
    // Who turned the second step on is asked for it: several organizations share one account.
    await factors.demand(person, session);
    return cookies.give(await sessions.open(person, deviceOf(call, context), 'provider', session), call);
  },
});
