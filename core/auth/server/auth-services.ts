import type { Addresses } from './addresses.ts';
import type { Attempts } from './attempts.ts';
import type { IdentityProof } from './identity-proof.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { Passkeys } from './passkeys.ts';
import type { People } from './people.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SessionCookies } from './session-cookies.ts';
import type { Sessions } from './sessions.ts';
import type { SignInWays } from './sign-in-ways.ts';
import type { ViewingSessions } from './viewing-sessions.ts';

/** Services of accounts and sign-in. */
export interface AuthServices {
  readonly people: People;
  readonly addresses: Addresses;
  readonly sessions: Sessions;
  readonly viewing: ViewingSessions;
  readonly attempts: Attempts;
  readonly tokens: OneTimeTokens;
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly ways: SignInWays;
  readonly proof: IdentityProof;
  readonly cookies: SessionCookies;
}
