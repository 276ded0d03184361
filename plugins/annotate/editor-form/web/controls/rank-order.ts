/** The places of a ranking: what shares one is tied. Options that are not ranked yet stand apart. */
export type Ranks = readonly (readonly string[])[];

/** Reads a stored ranking; what is not among the options is left out, plain texts are places of their own. */
export function readRanks(value: unknown, options: readonly string[]): Ranks {
  const seen = new Set<string>();
  const take = (each: unknown): readonly string[] =>
    typeof each === 'string' && options.includes(each) && !seen.has(each) ? (seen.add(each), [each]) : [];
  return (Array.isArray(value) ? value : [])
    .map(place => (Array.isArray(place) ? place.flatMap(take) : take(place)))
    .filter(place => place.length > 0);
}

const without = (ranks: Ranks, option: string): Ranks =>
  ranks.map(place => place.filter(each => each !== option)).filter(place => place.length > 0);

/** Puts an option at a place of its own, counted among the places that are there without it. */
export function rankAt(ranks: Ranks, option: string, place: number): Ranks {
  const rest = without(ranks, option);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, place)), 0, [option]);
}

/** Ties an option with the place before its own; one that is tied already gets a place of its own after it. */
export function toggleTie(ranks: Ranks, option: string): Ranks {
  const at = ranks.findIndex(place => place.includes(option));
  if (at < 0) return ranks;
  if (ranks[at]!.length > 1) return rankAt(ranks, option, at + 1);
  return at === 0
    ? ranks
    : without(ranks, option).map((place, index) => (index === at - 1 ? [...place, option] : place));
}

export const unranked = (ranks: Ranks, options: readonly string[]): readonly string[] =>
  options.filter(each => !ranks.some(place => place.includes(each)));

export const takeOut = without;
