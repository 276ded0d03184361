/** One part of the comparison of two subsets. */
export interface ComparedPart {
  readonly title: string;
  /** Finds its items. */
  readonly query: string;
}

const quoted = (name: string): string => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** Returns the parts of two subsets: shared items, and those of only one of them. */
export function subsetComparison(first: string, second: string): readonly ComparedPart[] {
  const [one, other] = [`inSubset(${quoted(first)})`, `inSubset(${quoted(second)})`];
  return [
    { title: 'In both', query: `${one} AND ${other}` },
    { title: `Only in “${first}”`, query: `${one} AND NOT ${other}` },
    { title: `Only in “${second}”`, query: `${other} AND NOT ${one}` },
  ];
}
