export { Workflows } from '../workflows.ts';
export type { CallerWorkflow } from '../workflows.ts';
