import type { Handlers } from '#core/api/server/index.ts';
import type { workflowChangeApi } from '../common/change-api.ts';
import type { ProjectWorkflowChange } from './project-workflow-change.ts';
import type { TeamWorkflows } from './team-workflows.ts';
import type { VocabularyUsage } from './vocabulary-usage.ts';

export function workflowChangeHandlers(
  team: TeamWorkflows,
  projects: ProjectWorkflowChange,
  usage: VocabularyUsage,
): Handlers<typeof workflowChangeApi> {
  return {
    workflowUsage: (_, context) => usage.of(context),
    previewWorkflow: ({ params, body }, context) => team.preview(context, params.workflow_id, body.raw_config),
    previewProjectWorkflow: ({ params, query }, context) =>
      projects.preview(context, params.project_id, query.workflow_id),
    setProjectWorkflow: async ({ params, body }, context) => ({
      workflow_id: body.workflow_id,
      moved: await projects.set(context, params.project_id, body.workflow_id, body.status_moves ?? []),
    }),
  };
}
