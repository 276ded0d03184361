/** Up to three similar known names, the nearest first. */
export function nearestNames(given: string, known: readonly string[]): readonly string[] {
  const wanted = given.toLowerCase();
  const most = Math.max(1, Math.floor(wanted.length / 3));
  return [...new Set(known)]
    .slice(0, 2000)
    .map(name => ({ name, far: distance(wanted, name.toLowerCase(), most) }))
    .filter(each => each.far <= most)
    .toSorted((one, other) => one.far - other.far)
    .slice(0, 3)
    .map(each => each.name);
}

/**
 * Returns the number of edits between two words, or some number above `most` where there are more. A prefix of three
 * characters or more counts as one edit.
 */
function distance(one: string, other: string, most: number): number {
  if (one.length > 2 && (other.startsWith(one) || one.startsWith(other))) return 1;
  if (Math.abs(one.length - other.length) > most || one.length > 100) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      next.push(Math.min(next[to - 1]! + 1, row[to]! + 1, row[to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length]!;
}

/** The end of a message about a name nobody knows. */
export const didYouMean = (near: readonly string[]): string =>
  near.length === 0 ? '' : ` Did you mean ${near.map(each => `“${each}”`).join(' or ')}?`;
