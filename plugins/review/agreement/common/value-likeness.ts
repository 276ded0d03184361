import { sameJson } from '#plugins/annotate/annotations/common/index.ts';

/** Words of a text as they are compared: in lower case, without marks between them. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/**
 * F1 of the words of two texts, each counted as often as it occurs (Rajpurkar et al. 2016). 1 for two texts without
 * words that are the same.
 */
export function textLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [ones, others] = [wordsOf(one), wordsOf(other)];
  const left = new Map<string, number>();
  for (const word of ones) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of others) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    shared += 1;
    left.set(word, count - 1);
  }
  return shared === 0 ? 0 : (2 * shared) / (ones.length + others.length);
}

/** Returns the common share of two lists (Jaccard index), whatever their order; 1 for two empty ones. */
export function listLikeness(one: readonly string[], other: readonly string[]): number {
  const [ones, others] = [new Set(one), new Set(other)];
  const all = new Set([...ones, ...others]).size;
  return all === 0 ? 1 : [...ones].filter(each => others.has(each)).length / all;
}

/**
 * Returns the likeness of two answers, 0 to 1: texts by their words, lists by what both have, everything else the same
 * or not.
 */
export function valueLikeness(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string') return textLikeness(one, other);
  if (Array.isArray(one) && Array.isArray(other) && [...one, ...other].every(each => typeof each === 'string')) {
    return listLikeness(one, other);
  }
  return sameJson(one, other) ? 1 : 0;
}
