import { useState } from 'react';
import type { MfaChallenge } from '#core/auth/common/index.ts';
import { challengeOf, SessionStore } from '#core/auth/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';

/**
 * Signs a person in who has just set a password; `challenge` is the second step their account asks for. In a tab of
 * another account the page is loaded again at `landing`: the link that led here is used up.
 */
export function useArrival(): {
  readonly challenge: MfaChallenge | undefined;
  /** True when signed in, false when the second step is next. Rejects when neither. */
  readonly arrive: (email: string, password: string, landing: string) => Promise<boolean>;
} {
  const session = useService(SessionStore);
  const [challenge, setChallenge] = useState<MfaChallenge>();
  const arrive = async (email: string, password: string, landing: string): Promise<boolean> => {
    try {
      await session.signIn(email, password, landing);
      return true;
    } catch (error) {
      const asked = challengeOf(error);
      if (asked === undefined) throw error;
      setChallenge(asked);
      return false;
    }
  };
  return { challenge, arrive };
}
