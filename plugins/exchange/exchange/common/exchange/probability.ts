/** Returns a score of 0 to 1 as a probability of our documents: a whole number of percent, or with `exact` as it is. */
export function probabilityOf(score: number, exact = false): number {
  const percent = Math.min(100, Math.max(0, 100 * score));
  return exact ? percent : Math.round(percent);
}
