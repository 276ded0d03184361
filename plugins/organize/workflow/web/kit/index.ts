export { useWorkflow } from './use-workflow.ts';
export { WorkflowClient } from '../workflow-client.ts';
