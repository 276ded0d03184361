import { notFound } from '#core/base/common/index.ts';
import { listed, readQueryString } from '#core/api/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';

import type { projectWorkflowApi, submitWorkflowApi, workflowsApi } from '../common/api.ts';
import { workflowQuery } from '../common/api.ts';
import { loadableTransitions } from '../common/status-rules.ts';
import { systemWorkflows } from '../common/system-workflows.ts';
import { writeWorkflowFile } from '../common/workflow-file.ts';
import type { TeamWorkflows, WrittenWorkflow } from './team-workflows.ts';
import { BUILT } from './vocabulary.ts';
import type { WorkflowRow } from './workflow-tables.ts';
import { transitionView } from './workflows.ts';
import type { Workflows } from './workflows.ts';

interface Head {
  id: number;
  name: string;
  type: 'system' | 'user';
  description: string;
  createdAt: string;
  updatedAt: string;
}

const systemHeads: readonly Head[] = systemWorkflows.map(({ id, name, type, description }) => ({
  id,
  name,
  type,
  description,
  createdAt: BUILT,
  updatedAt: BUILT,
}));
const head = (row: WorkflowRow): Head => ({
  id: row.id,
  name: row.name,
  type: 'user',
  description: row.description,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
const written = ({
  row,
  warnings,
}: WrittenWorkflow): Head & {
  version: string;
  raw_config: Record<string, unknown>;
  warnings: { path: string; message: string }[];
} => ({
  ...head(row),
  version: row.updated_at.toISOString(),
  raw_config: { ...row.raw_config },
  warnings: [...warnings],
});

/** Workflows in the form of the work-management service. */
export function workflowsHandlers(workflows: Workflows, team: TeamWorkflows): Handlers<typeof workflowsApi> {
  const heads = async (context: RequestContext): Promise<readonly Head[]> => [
    ...systemHeads,
    ...(await team.rows(context)).map(head),
  ];
  return {
    async listWorkflows({ query }, context) {
      return listed(await heads(context), readQueryString(query, workflowQuery));
    },
    async getWorkflow({ params }, context) {
      const workflow = await workflows.get(context, params.workflow_id);
      const found = (await heads(context)).find(each => each.id === workflow.id)!;
      return { ...found, version: found.updatedAt, raw_config: { ...writeWorkflowFile(workflow) } };
    },
    updateWorkflow: async ({ params, body }, context) => written(await team.update(context, params.workflow_id, body)),
    async deleteWorkflow({ params }, context) {
      await team.remove(context, params.workflow_id);
      return { success: true };
    },
    workflowStatuses: async ({ params }, context) => ({
      data: (await workflows.get(context, params.workflow_id)).statuses.map(each => ({
        ...each,
        icon: { ...each.icon },
        status: { id: each.status_id, name: each.name },
      })),
    }),
    workflowRoles: async ({ params }, context) => ({
      // The public client adds the admin role itself, under another name.
      data: (await workflows.get(context, params.workflow_id)).roles
        .filter(each => !each.isAdmin || context.credential !== 'sdk')
        .map(each => ({
          ...each,
          workflowRoleStatuses: each.workflowRoleStatuses.map(entry => ({ ...entry })),
          role: { id: each.role_id, name: each.name },
        })),
    }),
    async workflowTransitions({ params }, context) {
      const { projectId } = context.scope;
      if (projectId === undefined) throw notFound('The project');
      const { permissions } = await workflows.of(context, projectId);
      return {
        data: loadableTransitions(await workflows.get(context, params.workflow_id), permissions).map(transitionView),
      };
    },
  };
}

export function submitWorkflowHandlers(team: TeamWorkflows): Handlers<typeof submitWorkflowApi> {
  return { submitWorkflow: async ({ body }, context) => written(await team.submit(context, body)) };
}

export function projectWorkflowHandlers(workflows: Workflows): Handlers<typeof projectWorkflowApi> {
  return { getProjectWorkflow: ({ params }, context) => workflows.forCaller(context, params.project_id) };
}
