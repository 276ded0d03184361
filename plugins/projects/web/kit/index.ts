export { ProjectStore } from './project-store.ts';
export { useProject } from './use-project.ts';
