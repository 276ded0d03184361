/**
 * Why a text can't be a username; undefined when it can: 3–40 letters, digits, dots, underscores and hyphens. Case does
 * not count.
 */
export function usernameProblem(text: string): string | undefined {
  if (text.length < 3) return 'use at least 3 characters';
  if (text.length > 40) return 'use at most 40 characters';
  return /^[A-Za-z0-9._-]+$/.test(text) ? undefined : 'use letters, digits, dots, underscores and hyphens only';
}
