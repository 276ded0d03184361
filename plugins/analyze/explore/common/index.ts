export { keepingApi } from './keeping-api.ts';
export { searchApi } from './search-api.ts';
