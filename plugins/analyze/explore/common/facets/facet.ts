import type { ScopeName } from '../query/expression.ts';

/** Kinds of facets, in the order in which they are shown. */
export const facetKinds = [
  'status',
  'class',
  'attribute',
  'assignee',
  'category',
  'approval',
  'field',
  'size',
] as const;
export type FacetKind = (typeof facetKinds)[number];

/** A field whose values narrow a search down; `name` is the attribute group or the item field. */
export interface Facet {
  readonly kind: FacetKind;
  readonly name?: string;
}

/** A value of a facet; null for items without one. */
export type FacetValue = string | null;

/** The path of a facet's field in the query language: its scope, then the field. */
export function facetPath({ kind, name = '' }: Facet): readonly [scope: ScopeName, ...field: readonly string[]] {
  switch (kind) {
    case 'status':
      return ['metadata', 'status'];
    case 'approval':
      return ['metadata', 'approvalStatus'];
    case 'category':
      return ['metadata', 'category'];
    case 'size':
      return ['metadata', 'size'];
    case 'class':
      return ['instance', 'className'];
    case 'attribute':
      return ['instance', 'attribute', name];
    case 'assignee':
      return ['assignment', 'email'];
    case 'field':
      return ['custom', name];
  }
}

/** Facets whose values are the same in any case. */
export const isFolded = ({ kind }: Facet): boolean => kind !== 'attribute' && kind !== 'field';

/** A range of file sizes in bytes, `below` not included. */
export interface SizeRange {
  readonly value: string;
  readonly from?: number;
  readonly below?: number;
}

/** Ranges of the facet of file sizes. */
export const sizeRanges: readonly SizeRange[] = [
  { value: 'Under 100 kB', below: 100_000 },
  { value: '100 kB to 1 MB', from: 100_000, below: 1_000_000 },
  { value: '1 MB to 10 MB', from: 1_000_000, below: 10_000_000 },
  { value: '10 MB and more', from: 10_000_000 },
];
