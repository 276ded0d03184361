/** A comparison that numbers of a range pass. */
export interface Bound {
  readonly operator: '<' | '<=' | '>' | '>=' | '=';
  readonly amount: number;
}

/** A value of a facet that numbers within bounds have. Ranges of one facet do not overlap. */
export interface NumberRange {
  readonly value: string;
  readonly bounds: readonly Bound[];
}

/** Ranges of the facet of file sizes, in bytes. */
export const sizeRanges: readonly NumberRange[] = [
  { value: 'Under 100 kB', bounds: [{ operator: '<', amount: 100_000 }] },
  {
    value: '100 kB to 1 MB',
    bounds: [
      { operator: '>=', amount: 100_000 },
      { operator: '<', amount: 1_000_000 },
    ],
  },
  {
    value: '1 MB to 10 MB',
    bounds: [
      { operator: '>=', amount: 1_000_000 },
      { operator: '<', amount: 10_000_000 },
    ],
  },
  { value: '10 MB and more', bounds: [{ operator: '>=', amount: 10_000_000 }] },
];
