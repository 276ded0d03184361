import { useQuery } from '@tanstack/react-query';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { projectKeys } from '../common/query-keys.ts';
import type { WorkflowChoices } from '../common/workflow-choices.ts';
import { builtInWorkflows } from '../common/workflow-choices.ts';
import { ProjectsWebHooks } from './kit/projects-web-hooks.ts';

/** Workflows a project of the team can have; undefined until they are known. */
export function useWorkflowChoices(): WorkflowChoices | undefined {
  const hooks = useService(ProjectsWebHooks);
  const { id: teamId } = useTeam();
  return useQuery({
    queryKey: [...projectKeys.workflows, teamId],
    queryFn: () => hooks.workflows.promise({ teamId }, builtInWorkflows),
  }).data;
}
