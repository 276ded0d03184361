export { accountsApi } from './api.ts';
