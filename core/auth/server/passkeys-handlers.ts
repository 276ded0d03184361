import { Fault, notFound, unauthorized } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { Passkey, passkeysApi } from '../common/index.ts';
import type { AuthServices } from './auth-services.ts';
import type { PasskeyRow } from './passkeys.ts';
import type { PersonRow } from './person-row.ts';
import { deviceOf } from './session-cookies.ts';

const view = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** Handlers of the calls about passkeys. */
export function passkeysHandlers({
  people,
  sessions,
  passkeys,
  ways,
  proof,
  cookies,
}: AuthServices): Handlers<typeof passkeysApi> {
  const proven = async (context: RequestContext): Promise<PersonRow> => {
    await proof.demand(context);
    const row = await people.byId(context.user.id);
    if (row === undefined) throw unauthorized();
    return row;
  };
  return {
    passkeySignInOptions: () => passkeys.beginSignIn(),
    async passkeySignIn(call, context) {
      cookies.demandOwnPage(call.headers);
      const personId = await passkeys.verifySignIn(call.body.token, call.body.response);
      const person = personId === undefined ? undefined : await people.byId(personId);
      if (person === undefined || person.disabled_at !== null)
        throw new Fault('PASSKEY_INVALID', 'This passkey does not sign in here. Use your password.', { status: 401 });
      await ways.demandOwn(person.address, person);
      return cookies.give(await sessions.open(person, deviceOf(call, context), 'passkey'), call);
    },
    listPasskeys: async (_, context) => ({ data: (await passkeys.list(context.user.id)).map(view) }),
    passkeyOptions: async (_, context) => passkeys.beginRegistration(await proven(context)),
    addPasskey: async ({ body }, context) =>
      view(await passkeys.register(await proven(context), body.token, body.name, body.response)),
    async deletePasskey({ params }, context) {
      const person = await proven(context);
      if (!(await passkeys.remove(person.id, params.id))) throw notFound('The passkey');
      return { success: true };
    },
  };
}
