export { annotationsApi } from './api.ts';
