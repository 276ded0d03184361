export { keepingApi } from './keeping-api.ts';
export { searchApi } from './search-api.ts';
export { snapshotApi } from './snapshot-api.ts';
