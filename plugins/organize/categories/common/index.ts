export type { Category } from './api.ts';
