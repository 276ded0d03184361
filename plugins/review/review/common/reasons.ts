/** Reasons to begin with, for somebody who has not given any yet. */
export const firstReasons: readonly string[] = [
  'Wrong class',
  'Too loose',
  'Too tight',
  'Wrong attribute',
  'Part is missing',
  'Duplicate',
  'Should not be annotated',
  'Shape does not follow the edge',
];

/** As many as there are digits to choose them by. */
export const MOST_REASONS = 9;

/** The reasons to offer after one was given: it comes first, and what is used least falls off. */
export function withReason(reasons: readonly string[], given: string): readonly string[] {
  const text = given.trim();
  if (text === '') return reasons;
  return [text, ...reasons.filter(each => each.toLowerCase() !== text.toLowerCase())].slice(0, MOST_REASONS);
}
