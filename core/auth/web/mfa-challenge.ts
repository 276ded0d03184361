import { isFault } from '#core/base/common/index.ts';
import type { MfaChallenge } from '../common/index.ts';
import { mfaChallenge } from '../common/index.ts';

/** Returns the second step that a failed sign-in asks for; undefined when it failed for another reason. */
export function challengeOf(error: unknown): MfaChallenge | undefined {
  if (!isFault(error) || error.code !== 'MFA_REQUIRED') return undefined;
  return mfaChallenge.safeParse(error.details).data;
}
