/**
 * Distance between two values: not at all or wholly, by rank, by difference, or by difference in proportion to their
 * sum.
 */
export type AlphaMetric = 'nominal' | 'ordinal' | 'interval' | 'ratio';

/**
 * Krippendorff's α of units that several people gave values to, each unit a list of the values given, whoever gave
 * them; missing ones are left out (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability"). 1 is full
 * agreement, 0 what chance makes. Metrics other than `nominal` take numbers. Undefined when no unit has two values or
 * all values are the same: nothing varies then.
 */
export function krippendorffAlpha(
  units: readonly (readonly (string | number)[])[],
  metric: AlphaMetric = 'nominal',
): number | undefined {
  const pairable = units.filter(values => values.length > 1);
  const totals = new Map<string | number, number>();
  for (const values of pairable) for (const value of values) totals.set(value, (totals.get(value) ?? 0) + 1);
  const count = [...totals.values()].reduce((sum, each) => sum + each, 0);
  const distance = distances(totals, metric);

  let observed = 0;
  for (const values of pairable) {
    let apart = 0;
    for (const [at, one] of values.entries())
      for (const other of values.slice(at + 1)) apart += 2 * distance(one, other);
    observed += apart / (values.length - 1);
  }
  let expected = 0;
  for (const [one, ones] of totals)
    for (const [other, others] of totals) expected += ones * others * distance(one, other);
  if (expected === 0) return undefined;
  return 1 - (observed * (count - 1)) / expected;
}

/** Squared distances of values, for which `totals` contains how often each was given. */
function distances(
  totals: ReadonlyMap<string | number, number>,
  metric: AlphaMetric,
): (one: string | number, other: string | number) => number {
  switch (metric) {
    case 'nominal':
      return (one, other) => (one === other ? 0 : 1);
    case 'interval':
      return (one, other) => (Number(one) - Number(other)) ** 2;
    case 'ratio':
      return (one, other) => (one === other ? 0 : ((Number(one) - Number(other)) / (Number(one) + Number(other))) ** 2);
    case 'ordinal': {
      // Values up to each one and half of its own: differences of these are those of the paper's sums between two
      // ranks.
      const middles = new Map<string | number, number>();
      let below = 0;
      for (const [value, own] of [...totals].toSorted(([one], [other]) => Number(one) - Number(other))) {
        middles.set(value, below + own / 2);
        below += own;
      }
      return (one, other) => (middles.get(one)! - middles.get(other)!) ** 2;
    }
  }
}
