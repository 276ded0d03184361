export { Searches } from '../searches.ts';
export type { CheckedQuery, SearchPlace } from '../searches.ts';
export type { FoundItem } from '../found-items.ts';
export { Subsets } from '../subsets.ts';
export { QuerySchemas } from '../query-schemas.ts';
