export { itemRequestsApi } from './api.ts';
export { NOTHING_LEFT, PROJECT_ON_HOLD } from './request-rules.ts';
