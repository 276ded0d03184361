import { invalidField, unauthorized } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { mfaApi } from '../common/index.ts';
import type { AuthServices } from './auth-services.ts';
import { passwordFits } from './passwords.ts';
import type { PersonRow } from './person-row.ts';
import { deviceOf } from './session-cookies.ts';

/** Handlers of the calls about second factors. */
export function mfaHandlers({
  people,
  sessions,
  attempts,
  factors,
  proof,
  cookies,
}: AuthServices): Handlers<typeof mfaApi> {
  const self = async (context: RequestContext): Promise<PersonRow> => {
    const row = await people.byId(context.user.id);
    if (row === undefined) throw unauthorized();
    return row;
  };
  const proven = async (context: RequestContext): Promise<PersonRow> => {
    await proof.demand(context);
    return self(context);
  };
  const endOthers = async (context: RequestContext): Promise<void> => {
    if (context.sessionId !== undefined) await sessions.endSome(context.user.id, { except: context.sessionId });
  };
  return {
    async answerChallenge(call, context) {
      cookies.demandOwnPage(call.headers);
      const { challenge, method, code } = call.body;
      const { person, provider } = await factors.answer(challenge, method, code);
      return cookies.give(await sessions.open(person, deviceOf(call, context), 'second-step', provider), call);
    },
    async confirmIdentity({ body }, context) {
      const person = await self(context);
      const attempt = { email: person.email, address: context.address };
      await attempts.begin(attempt);
      if (!(await passwordFits(person.password_hash, body.password, context.address)))
        throw invalidField('password', 'is wrong', 'That password is wrong. Enter the password of your account.');
      await attempts.succeeded(attempt);
      const methods = await factors.methods(person);
      if (methods.length > 0) {
        if (body.code === undefined) throw invalidField('code', 'enter the code of your second step');
        const method = body.method ?? methods[0]!;
        if (!methods.includes(method) || !(await factors.check(person.id, method, body.code)))
          throw invalidField('code', 'is wrong', 'That code is wrong. Enter the newest one.');
      }
      if (context.sessionId !== undefined) await proof.renew(context.sessionId);
      return { success: true };
    },
    getPreferredMfa: async (_, context) => factors.state(await self(context)),
    async setPreferredMfa({ body }, context) {
      await factors.prefer(await proven(context), body.preferred);
      sessions.forgetOf(context.user.id);
      return factors.state(await self(context));
    },
    setUpTotp: async (_, context) => factors.beginTotp(await proven(context)),
    async verifyTotp({ body }, context) {
      const recoveryCodes = await factors.confirmTotp(await proven(context), body.code);
      sessions.forgetOf(context.user.id);
      await endOthers(context);
      return { recoveryCodes };
    },
    async removeTotp(_, context) {
      await factors.removeTotp(await proven(context));
      sessions.forgetOf(context.user.id);
      await endOthers(context);
      return factors.state(await self(context));
    },
    async sendChallengeCode({ body }) {
      await factors.sendAgain(body.challenge);
      return { success: true };
    },
    async sendCode(_, context) {
      await factors.sendCode(await self(context));
      return { success: true };
    },
    async setUpSms({ body }, context) {
      await factors.beginSms(await proven(context), body.phone);
      return { success: true };
    },
    async verifySms({ body }, context) {
      const recoveryCodes = await factors.confirmSms(await proven(context), body.code);
      sessions.forgetOf(context.user.id);
      await endOthers(context);
      return { recoveryCodes };
    },
    async removeSms(_, context) {
      await factors.removeSms(await proven(context));
      sessions.forgetOf(context.user.id);
      await endOthers(context);
      return factors.state(await self(context));
    },
    renewRecoveryCodes: async (_, context) => ({
      recoveryCodes: await factors.renewRecoveryCodes(await proven(context)),
    }),
  };
}
