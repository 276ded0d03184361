export { Searches } from '../searches.ts';
export type { CheckedQuery, FoundItem, SearchPlace } from '../searches.ts';
export { Subsets } from '../subsets.ts';
export { QuerySchemas } from '../query-schemas.ts';
