import { useQuery } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import type { ProjectWorkflow } from '../../common/api.ts';
import { WorkflowClient } from '../workflow-client.ts';

/** The workflow of a project as the caller meets it; undefined until it is known. */
export function useWorkflow(projectId: number): ProjectWorkflow | undefined {
  return useQuery(useService(WorkflowClient).query(projectId)).data;
}
