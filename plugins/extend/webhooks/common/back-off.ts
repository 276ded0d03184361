/** Seconds before the second and each later attempt. */
export const RETRY_AFTER = [10, 60, 300, 1_800, 7_200, 28_800, 86_400] as const;

/** Returns the seconds until the next attempt after `attempts` of them failed; undefined when none is left. */
export const secondsToNext = (attempts: number): number | undefined => RETRY_AFTER[attempts - 1];

/** Deliveries in a row that fail to their last attempt before a webhook is switched off. */
export const MOST_FAILURES = 20;
