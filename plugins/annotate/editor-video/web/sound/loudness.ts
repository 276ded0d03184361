import { MICRO } from '../../common/media/frame-table.ts';

/** Most steps of a sound; longer sounds have longer steps. */
const MOST_STEPS = 1 << 20;
/** Microseconds of the shortest step. */
const SHORTEST = 5_000;

/** Microseconds of one step of the loudness of a sound. `duration` in microseconds. */
export const stepOf = (duration: number): number => Math.max(SHORTEST, Math.ceil(duration / MOST_STEPS));

/**
 * Raises the loudness of a sound to that of some of its samples. `loudness` holds the greatest deflection of each
 * step, from 0 to 255.
 *
 * @param start microseconds of the first sample
 * @param rate samples a second
 * @param step microseconds
 */
export function raiseLoudness(
  loudness: Uint8Array,
  samples: Float32Array,
  { start, rate, step }: { readonly start: number; readonly rate: number; readonly step: number },
): void {
  for (let at = 0; at < samples.length; at += 1) {
    const place = Math.floor((start + (at * MICRO) / rate) / step);
    if (place < 0 || place >= loudness.length) continue;
    const value = Math.min(255, Math.round(Math.abs(samples[at]!) * 255));
    if (value > loudness[place]!) loudness[place] = value;
  }
}

/**
 * The greatest loudness in each of `width` columns, from 0 to 1; the times between the columns are in microseconds and
 * one more than there are columns.
 */
export function columnsOf(loudness: Uint8Array, step: number, times: readonly number[]): Float32Array {
  const columns = new Float32Array(Math.max(0, times.length - 1));
  for (let at = 0; at < columns.length; at += 1) {
    const from = Math.max(0, Math.floor(times[at]! / step));
    const to = Math.min(loudness.length, Math.max(from + 1, Math.ceil(times[at + 1]! / step)));
    let most = 0;
    for (let place = from; place < to; place += 1) if (loudness[place]! > most) most = loudness[place]!;
    columns[at] = most / 255;
  }
  return columns;
}
