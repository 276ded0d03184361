export { ProjectStore } from './project-store.ts';
export { useLeaveQuestion } from './use-leave-question.ts';
export { useProject } from './use-project.ts';
