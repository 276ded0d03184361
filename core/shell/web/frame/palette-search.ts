/** An entry that the palette can offer. */
export interface Findable {
  readonly title: string;
  readonly group: string;
}

/**
 * Returns how well a text answers a typed word: whole words before beginnings before parts before letters in order;
 * undefined = not at all.
 */
function scoreOf(text: string, word: string): number | undefined {
  const at = text.indexOf(word);
  if (at === 0) return 4;
  if (at > 0) return text[at - 1] === ' ' ? 3 : 2;
  let from = 0;
  let gaps = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, from);
    if (next < 0) return undefined;
    if (next > from) gaps++;
    from = next + 1;
  }
  // Letters that lie far apart are chance: `prj` finds Projects, `aaa` does not find "Assign a class again".
  return gaps <= Math.ceil(word.length / 2) ? 1 - gaps / 100 : undefined;
}

/** Options in which every word is found, the best first; equal ones stay in their order. */
export function findOptions<T extends Findable>(options: readonly T[], search: string): readonly T[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');
  if (words.length === 0) return options;
  const scored = options.flatMap(option => {
    const text = option.title.toLowerCase();
    let sum = 0;
    for (const word of words) {
      const score = scoreOf(text, word) ?? (option.group.toLowerCase().startsWith(word) ? 1 : undefined);
      if (score === undefined) return [];
      sum += score;
    }
    return [{ option, score: sum }];
  });
  return scored.toSorted((a, b) => b.score - a.score).map(each => each.option);
}
