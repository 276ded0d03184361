import type { ScopeName } from '../query/expression.ts';
import type { NumberRange } from './number-range.ts';
import { sizeRanges } from './number-range.ts';
import { qualityPart } from './quality-parts.ts';

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
  'quality',
] as const;
export type FacetKind = (typeof facetKinds)[number];

/**
 * A field whose values narrow a search down; `name` is the attribute group, the item field or the part of picture
 * quality.
 */
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
    case 'quality':
      return ['file', qualityPart(name).field];
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

/** Returns the ranges of the numbers of a facet; undefined for facets of other values. */
export function facetRanges({ kind, name = '' }: Facet): readonly NumberRange[] | undefined {
  if (kind === 'size') return sizeRanges;
  return kind === 'quality' ? qualityPart(name).ranges : undefined;
}
