import type { Sessions } from '#core/auth/server/index.ts';
import type { GuardServices, Identity } from '#core/kernel/server/index.ts';
import type { SdkTokens } from '#core/tenancy/server/index.ts';
import { AccessTokens } from '#core/tenancy/server/index.ts';

/** Returns how a call's credential is resolved: the token of a script, or the session of a person. */
export function identifyCaller(
  sdkTokens: SdkTokens,
  accessTokens: AccessTokens,
  sessions: Sessions,
): GuardServices['identify'] {
  const ofAccessToken = async (text: string): Promise<Identity | undefined> => {
    const found = await accessTokens.resolve(text);
    if (found === undefined) return undefined;
    const { caller, teamId, id, scopes } = found;
    return { user: { ...caller, superAdmin: false }, credential: 'sdk', teamId, token: { id, scopes } };
  };
  return async (authorization, authtype) => {
    const bearer = /^Bearer (.+)$/.exec(authorization)?.[1];
    const text = bearer ?? authorization;
    if (AccessTokens.matches(text)) return ofAccessToken(text);
    if (authtype === 'sdk') {
      const found = await sdkTokens.resolve(authorization);
      // A token holds the rights of its team, and none over the installation.
      return found === undefined
        ? undefined
        : { user: { ...found.caller, superAdmin: false }, credential: 'sdk', teamId: found.teamId };
    }
    const found = bearer === undefined ? undefined : await sessions.verify(bearer);
    if (found === undefined) return undefined;
    const { caller: user, sessionId, viewer } = found;
    return { user, credential: 'session', sessionId, ...(viewer === undefined ? {} : { viewer }) };
  };
}
