/** The server is asked about every half minute, not by all tabs at the same moment. */
const USUAL_MS = 30_000;
const USUAL_SPREAD_MS = 10_000;
/** Around the planned end it is asked more often. */
const SOON_MS = 1_000;
const SOON_SPREAD_MS = 4_000;
/** For so long after the planned end. */
const OVERDUE_MS = 60_000;

/**
 * Returns the milliseconds until the server is asked again.
 * @param to planned end, ISO 8601; null when nobody knows
 * @param chance a number from 0 to 1 by which tabs differ
 */
export function untilNextCheck(to: string | null, now: number, chance: number): number {
  const usual = USUAL_MS + chance * USUAL_SPREAD_MS;
  if (to === null) return usual;
  const left = Date.parse(to) - now;
  return left < -OVERDUE_MS ? usual : Math.min(usual, Math.max(0, left) + SOON_MS + chance * SOON_SPREAD_MS);
}
