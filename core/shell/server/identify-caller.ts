import type { Sessions } from '#core/auth/server/index.ts';
import type { GuardServices } from '#core/kernel/server/index.ts';
import type { SdkTokens } from '#core/tenancy/server/index.ts';

/** Returns how a call's credential is resolved: the token of a script, or the session of a person. */
export function identifyCaller(sdkTokens: SdkTokens, sessions: Sessions): GuardServices['identify'] {
  return async (authorization, authtype) => {
    if (authtype === 'sdk') {
      const found = await sdkTokens.resolve(authorization);
      // A token holds the rights of its team, and none over the installation.
      return found === undefined
        ? undefined
        : { user: { ...found.caller, superAdmin: false }, credential: 'sdk', teamId: found.teamId };
    }
    const token = /^Bearer (.+)$/.exec(authorization)?.[1];
    const found = token === undefined ? undefined : await sessions.verify(token);
    return found === undefined ? undefined : { user: found.caller, credential: 'session', sessionId: found.sessionId };
  };
}
