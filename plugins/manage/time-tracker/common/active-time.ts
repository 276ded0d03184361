import type { Beat } from './api.ts';

/** Seconds without a beat that still count as work, where a project says nothing (setting `MaxIdleDuration`). */
export const DEFAULT_IDLE_SECONDS = 900;

/** Milliseconds between two beats at least. */
export const BEAT_MS = 10_000;

/** The host gets a sign of life at most once in this time, in milliseconds. */
export const SIGN_MS = 500;

/** Milliseconds without a sign of life after which the clock is shown as stopped. */
export const STANDING_MS = 60_000;

/**
 * Active time of a log of beats, in milliseconds: gaps up to `idle` count, longer ones count nothing at all. The time
 * of a gap belongs to the item of the beat that ends it. The gap before an item is opened is time outside the editor
 * and counts nothing. The order of the beats does not matter.
 *
 * @param idle milliseconds
 * @param itemId only the time of this item
 */
export function activeTime(
  beats: readonly { readonly at: number; readonly itemId: number; readonly type: Beat['type'] }[],
  idle: number,
  itemId?: number,
): number {
  // An item is closed before the next one is opened, also within one millisecond.
  const ordered = beats.toSorted(
    (one, other) => one.at - other.at || Number(one.type === 'open') - Number(other.type === 'open'),
  );
  return ordered.reduce((sum, each, index) => {
    const gap = index === 0 ? Infinity : each.at - ordered[index - 1]!.at;
    return gap <= idle && each.type !== 'open' && (itemId === undefined || each.itemId === itemId) ? sum + gap : sum;
  }, 0);
}

/** Returns false for a tab with `time-tracker-free` in the query of its address: previews and tests. */
export const tracksTime = (search: string): boolean => !new URLSearchParams(search).has('time-tracker-free');

/** `1:05:09`, without hours below one. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number: number): string => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:${two(Math.floor(seconds / 60) % 60)}` : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
