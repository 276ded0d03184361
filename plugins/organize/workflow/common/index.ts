export { workflowsApi } from './api.ts';
export { workflowKeys } from './query-keys.ts';
export { transitionBetween, workableStatusIds } from './status-rules.ts';
export { systemStatuses, systemWorkflow } from './system-workflows.ts';
export { vocabularyApi } from './vocabulary-api.ts';
export { statusById, statusByName, statusKinds } from './workflow.ts';
export type { Workflow } from './workflow.ts';
