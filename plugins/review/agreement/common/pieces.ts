import { pairsOf } from './statistics/matching.ts';

/**
 * One thing that one or several people made: which of each one's things it is, by their order; undefined of who has
 * none.
 */
export interface Piece {
  readonly label: string;
  readonly things: readonly (string | undefined)[];
  /** Whose thing is the most like those of the others. */
  readonly best: number;
  /** Likeness of the things: the mean over all pairs of people, 0 for a pair of which one has none. 0 to 1. */
  readonly likeness: number;
}

/** Something a person made. */
export interface Thing {
  /** Its id in their document. */
  readonly id: string;
  /** Its class. */
  readonly label: string;
  /** Things of different buckets are never the same. */
  readonly bucket: string;
  /** Start along one axis; things that do not meet there are never the same. */
  readonly from: number;
  readonly to: number;
}

/** Returns the likeness of two things of different people, 0 to 1; 0 or less when they are not the same thing. */
export type Likeness<T extends Thing> = (one: T, other: T) => number;

/**
 * Brings together what several people made of one item: the most alike first, and never two things of one person.
 * `people` are lists of things by person; the answer's `things` follow their order. Things that nobody else made are
 * pieces of their own.
 */
export function gatherPieces<T extends Thing>(
  people: readonly (readonly T[])[],
  likeness: Likeness<T>,
): readonly Piece[] {
  const things = people.flatMap((list, person) => list.map(thing => ({ person, thing })));
  const found = new Map<string, number>();
  const candidates: { readonly one: number; readonly other: number; readonly alike: number }[] = [];
  for (const [first, second] of meeting(things.map(each => each.thing))) {
    const [one, other] = first < second ? [first, second] : [second, first];
    if (things[one]!.person === things[other]!.person) continue;
    const alike = likeness(things[one]!.thing, things[other]!.thing);
    if (alike <= 0) continue;
    found.set(`${one} ${other}`, alike);
    candidates.push({ one, other, alike });
  }
  candidates.sort((left, right) => right.alike - left.alike || left.one - right.one || left.other - right.other);

  const clusters = things.map((_, at) => new Set([at]));
  for (const { one, other } of candidates) {
    const [into, from] = [clusters[one]!, clusters[other]!];
    if (into === from) continue;
    const taken = new Set([...into].map(at => things[at]!.person));
    if ([...from].some(at => taken.has(things[at]!.person))) continue;
    for (const at of from) {
      into.add(at);
      clusters[at] = into;
    }
  }
  return [...new Set(clusters)].map(cluster => pieceOf([...cluster].toSorted((one, other) => one - other)));

  function pieceOf(members: readonly number[]): Piece {
    const pairs = (people.length * (people.length - 1)) / 2;
    const sums = new Map(members.map(at => [at, 0]));
    for (const [one, other] of pairsOf(members)) {
      const alike = found.get(`${one} ${other}`) ?? 0;
      for (const at of [one, other]) sums.set(at, sums.get(at)! + alike);
    }
    const [best] = [...sums].toSorted(([, one], [, other]) => other - one)[0]!;
    const ids = new Map(members.map(at => [things[at]!.person, things[at]!.thing.id]));
    return {
      label: things[members[0]!]!.thing.label,
      things: people.map((_, person) => ids.get(person)),
      best: things[best]!.person,
      likeness: pairs === 0 ? 1 : [...sums.values()].reduce((sum, each) => sum + each, 0) / 2 / pairs,
    };
  }
}

/**
 * Pairs of places of things that share a bucket and meet along their axis: documents have thousands of things, of which
 * few meet.
 */
function* meeting(things: readonly Thing[]): Generator<readonly [number, number]> {
  const buckets = new Map<string, number[]>();
  for (const [at, { bucket }] of things.entries()) {
    const list = buckets.get(bucket);
    if (list === undefined) buckets.set(bucket, [at]);
    else list.push(at);
  }
  for (const places of buckets.values()) {
    const ordered = places.toSorted((one, other) => things[one]!.from - things[other]!.from);
    for (const [at, one] of ordered.entries()) {
      for (let next = at + 1; next < ordered.length && things[ordered[next]!]!.from <= things[one]!.to; next += 1)
        yield [one, ordered[next]!];
    }
  }
}
