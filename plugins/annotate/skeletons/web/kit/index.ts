export { SkeletonTemplates } from './skeleton-templates.ts';
