export { componentRows } from '../component-rows.ts';
export type { ComponentRow } from '../component-rows.ts';
export type { FoundItem } from '../found-items.ts';
export { QuerySchemas } from '../query-schemas.ts';
export { Searches } from '../searches.ts';
export type { CheckedQuery, SearchPlace } from '../searches.ts';
export { Subsets } from '../subsets.ts';
