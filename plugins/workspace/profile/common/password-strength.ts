import { PASSWORD_LENGTH, passwordProblem } from '#core/auth/common/index.ts';

/** Strength of a password: 0 refused, 1 weak, 2 fair, 3 strong; with words for the person. */
export interface PasswordStrength {
  readonly level: 0 | 1 | 2 | 3;
  readonly text: string;
}

/**
 * Judges by length first, because length is what makes guessing slow (NIST SP 800-63B); few different characters or a
 * run like `abcdef` count as much shorter.
 */
export function passwordStrength(password: string): PasswordStrength {
  const problem = passwordProblem(password);
  if (problem !== undefined) return { level: 0, text: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.` };
  const worth = worthOf(password);
  if (worth < PASSWORD_LENGTH.min)
    return { level: 1, text: 'Weak: too regular. Use words that don’t belong together.' };
  if (worth < 15) return { level: 2, text: 'Fair. A few more characters make it strong.' };
  return { level: 3, text: 'Strong.' };
}

/** Length in characters, where a character that repeats or follows its neighbour (`aa`, `ab`, `21`) counts a third. */
function worthOf(password: string): number {
  let worth = 0;
  for (let at = 0; at < password.length; at++) {
    const step = at === 0 ? 9 : Math.abs(password.charCodeAt(at) - password.charCodeAt(at - 1));
    worth += step <= 1 ? 1 / 3 : 1;
  }
  return Math.min(worth, new Set(password).size * 2);
}
