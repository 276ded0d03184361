/** A marked part of a sound: seconds from its begin, and the name of its class. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** Shorter ones are a slip of the hand, seconds. */
const SHORTEST = 0.02;

/** Stretches in order of time, with one more; its ends may be given the wrong way round and outside of the sound. */
export function withStretch(
  stretches: readonly Stretch[],
  { start, end, label }: Stretch,
  duration: number,
): readonly Stretch[] {
  const inside = (at: number): number => Math.round(Math.max(0, Math.min(duration, at)) * 1000) / 1000;
  const added = { start: inside(Math.min(start, end)), end: inside(Math.max(start, end)), label };
  return added.end - added.start < SHORTEST
    ? stretches
    : [...stretches, added].sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Returns the stored ranges of an item; anything else is no stretch. */
export const readStretches = (kept: unknown): readonly Stretch[] =>
  Array.isArray(kept)
    ? kept.filter(
        (each: Partial<Stretch>): each is Stretch =>
          typeof each?.start === 'number' && typeof each.end === 'number' && typeof each.label === 'string',
      )
    : [];

/** Lowest and highest sample of each of `count` equal parts of a sound, -1 to 1. */
export function peaksOf(samples: Float32Array, count: number): readonly (readonly [low: number, high: number])[] {
  return Array.from({ length: count }, (_, part) => {
    let [low, high] = [0, 0];
    for (
      let at = Math.floor((part * samples.length) / count);
      at < Math.floor(((part + 1) * samples.length) / count);
      at += 1
    ) {
      low = Math.min(low, samples[at]!);
      high = Math.max(high, samples[at]!);
    }
    return [low, high] as const;
  });
}
