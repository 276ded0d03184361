import { z } from '#core/api/common/index.ts';

/**
 * Shortest and longest password in characters. Length is what counts; no rules on kinds of characters (NIST SP
 * 800-63B).
 */
export const PASSWORD_LENGTH = { min: 10, max: 200 } as const;

const COMMON = new Set([
  'password',
  'passwort',
  'qwertyuiop',
  '1234567890',
  '0123456789',
  'letmein123',
  'password123',
  'password1234',
  'iloveyou12',
  'administrator',
]);

/** Why a password is refused, or undefined. */
export function passwordProblem(text: string): string | undefined {
  if (text.length < PASSWORD_LENGTH.min) return `use at least ${PASSWORD_LENGTH.min} characters`;
  if (text.length > PASSWORD_LENGTH.max) return `use at most ${PASSWORD_LENGTH.max} characters`;
  if (COMMON.has(text.toLowerCase()) || new Set(text).size < 4) return 'this password is too easy to guess';
  return undefined;
}

export const password = z.string().superRefine((text, context) => {
  const problem = passwordProblem(text);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});
