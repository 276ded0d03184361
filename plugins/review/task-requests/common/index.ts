export { itemRequestsApi } from './api.ts';
export { NOTHING_LEFT } from './request-rules.ts';
