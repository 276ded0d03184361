export { adminApi } from './api.ts';
