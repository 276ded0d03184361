import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { workflowFile } from '../common/workflow-file.ts';
import type { StoredWorkflow } from './designer/use-draft.ts';
import { WorkflowAdmin } from './workflow-admin.ts';

/** A workflow as the server has it, and whether it is built in. */
export function useStoredWorkflow(id: number): UseQueryResult<StoredWorkflow & { readonly fixed: boolean }> {
  const { workflows } = useService(WorkflowAdmin);
  const team = useTeam();
  return useQuery({
    queryKey: ['workflow', 'one', team.id, id],
    queryFn: async () => {
      const {
        name,
        description,
        version,
        type,
        raw_config: config,
      } = await workflows.getWorkflow({ params: { workflow_id: id } });
      return { id, name, description, version, fixed: type === 'system', file: workflowFile.parse(config) };
    },
  });
}
