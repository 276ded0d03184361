import type { FacetKind, FacetValue } from '../../common/facets/facet.ts';

/** Titles of facets; those with a name of their own show that instead. */
export const facetTitles: Readonly<Record<FacetKind, string>> = {
  status: 'Status',
  class: 'Class',
  attribute: 'Attributes',
  assignee: 'Assigned to',
  category: 'Category',
  approval: 'Approval',
  field: 'Item fields',
  size: 'File size',
};

const WITHOUT: Readonly<Record<FacetKind, string>> = {
  status: 'No status',
  class: 'No class',
  attribute: 'No value',
  assignee: 'Nobody',
  category: 'No category',
  approval: 'Not reviewed',
  field: 'No value',
  size: 'Unknown',
};

/** What a value of a facet is called on screen. */
export function valueTitle(kind: FacetKind, value: FacetValue, statuses: ReadonlyMap<string, string>): string {
  if (value === null) return WITHOUT[kind];
  if (kind === 'status') return statuses.get(value.toLowerCase()) ?? value;
  return kind === 'approval' ? value.charAt(0).toUpperCase() + value.slice(1) : value;
}
