import type { Nearest } from './vector-search.ts';
import { Best } from './vector-search.ts';

/** The most probable tags of pictures and their probabilities, as many for each place. Both lie in shared memory. */
export interface TagTable {
  readonly tags: Uint16Array;
  readonly probabilities: Float32Array;
}

/** Finds the places that are 1 in `allowed` whose tags fit best, by the score of each tag. */
export function bestByTags(
  { tags, probabilities }: TagTable,
  scores: Float32Array,
  count: number,
  allowed: Uint8Array,
): Nearest {
  const each = tags.length / allowed.length;
  const best = new Best(count);
  for (let place = 0; place < allowed.length; place++) {
    if (allowed[place] === 0) continue;
    let sum = 0;
    for (let at = place * each; at < (place + 1) * each; at++) sum += probabilities[at]! * (scores[tags[at]!] ?? 0);
    best.add(place, sum);
  }
  return best.sorted();
}
