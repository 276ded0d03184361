import type { FacetKind, FacetValue } from '../../common/facets/facet.ts';
import { messages } from '../messages.ts';

/** Titles of facets; those with a name of their own show that instead. */
export const facetTitles: Readonly<Record<FacetKind, string>> = {
  status: messages.shared.status,
  class: messages.facetTitles.class,
  attribute: messages.facetTitles.attributes,
  assignee: messages.facetTitles.assignedTo,
  category: messages.facetTitles.category,
  approval: messages.shared.approval,
  field: messages.facetTitles.itemFields,
  size: messages.facetTitles.fileSize,
  quality: messages.facetTitles.pictureQuality,
};

const WITHOUT: Readonly<Record<FacetKind, string>> = {
  status: messages.facetTitles.noStatus,
  class: messages.shared.noClass,
  attribute: messages.facetTitles.noValue,
  assignee: messages.facetTitles.nobody,
  category: messages.facetTitles.noCategory,
  approval: messages.facetTitles.notReviewed,
  field: messages.facetTitles.noValue,
  size: messages.facetTitles.unknown,
  quality: messages.facetTitles.notMeasured,
};

/** Returns the name of a value of a facet on screen. */
export function valueTitle(kind: FacetKind, value: FacetValue, statuses: ReadonlyMap<string, string>): string {
  if (value === null) return WITHOUT[kind];
  if (kind === 'status') return statuses.get(value.toLowerCase()) ?? value;
  return kind === 'approval' ? value.charAt(0).toUpperCase() + value.slice(1) : value;
}
