export { searchApi } from './search-api.ts';
