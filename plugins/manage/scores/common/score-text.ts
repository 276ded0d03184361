import type { Score, ScoreAudience } from './score.ts';

/** Names of the types of scores. */
export const scoreTypeTitles: Readonly<Record<Score['type'], string>> = {
  rating: 'Stars',
  number: 'Number',
  radio: 'Choice',
};

/** Names of the audiences of values. */
export const audienceTitles: Readonly<Record<ScoreAudience, string>> = {
  admins: 'Team admins',
  member: 'Team admins and the member',
  everyone: 'Everyone with the right',
};

/** Returns the range of a score's values in words. */
export function rangeText({
  type,
  payload: { numberOfStars, min, max, step, options },
}: Pick<Score, 'type' | 'payload'>): string {
  if (type === 'rating') return `1 to ${numberOfStars ?? 0} stars`;
  if (type === 'radio') return (options ?? []).map(each => String(each.value)).join(', ');
  return `${min ?? 0} to ${max ?? 0}${step === undefined ? '' : ` in steps of ${step}`}`;
}

/** The least and the most a number or rating can be; undefined for a choice. */
export function rangeOf({
  type,
  payload: { numberOfStars = 0, min = 0, max = 0 },
}: Pick<Score, 'type' | 'payload'>): { readonly least: number; readonly most: number } | undefined {
  if (type === 'radio') return undefined;
  return type === 'rating' ? { least: 0, most: numberOfStars } : { least: min, most: max };
}

/** An average as it is shown, with at most two decimals. */
export const averageText = (average: number | null): string =>
  average === null ? '–' : (Math.round(average * 100) / 100).toLocaleString('en');
