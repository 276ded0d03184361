export { skeleton, templatesApi } from './api.ts';
export type { Skeleton, Template } from './api.ts';
