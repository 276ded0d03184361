import { Fault, notFound } from '#core/base/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import type { projectWorkflowApi, workflowsApi } from '../common/api.ts';
import { loadableTransitions } from '../common/status-rules.ts';
import type { Workflow } from '../common/workflow.ts';
import { transitionView } from './workflows.ts';
import type { Workflows } from './workflows.ts';

/** When the built-in workflows came into being; they never change. */
const BUILT = '2026-01-01T00:00:00.000Z';

const head = ({ id, name, type, description }: Workflow): { id: number; name: string; type: 'system' | 'user'; description: string; createdAt: string; updatedAt: string } => ({ id, name, type, description, createdAt: BUILT, updatedAt: BUILT });

/** `field||$eq||value` (wire README, section 8) on id or name. */
function condition(filter: string): (workflow: Workflow) => boolean {
  const [field, operator, ...rest] = filter.split('||');
  const value = rest.join('||');
  if (operator !== '$eq' || (field !== 'id' && field !== 'name')) throw new Fault('INVALID_CONDITION', `Invalid ${field ?? 'filter'} value`, { status: 400, details: { condition: filter } });
  return workflow => (field === 'id' ? String(workflow.id) === value : workflow.name === value);
}

/** Workflows in the form of the work-management service. */
export function workflowsHandlers(workflows: Workflows): Handlers<typeof workflowsApi> {
  return {
    listWorkflows({ query }) {
      const conditions = (query.filter ?? []).map(condition);
      const found = workflows.all.filter(each => conditions.every(holds => holds(each)));
      return { data: found.slice(query.offset, query.offset + query.limit).map(head), count: found.length };
    },
    getWorkflow: ({ params }) => head(workflows.get(params.workflow_id)),
    workflowStatuses: ({ params }) => ({ data: workflows.get(params.workflow_id).statuses.map(each => ({ ...each, icon: { ...each.icon }, status: { id: each.status_id, name: each.name } })) }),
    workflowRoles: ({ params }) => ({
      data: workflows.get(params.workflow_id).roles.map(each => ({ ...each, workflowRoleStatuses: each.workflowRoleStatuses.map(entry => ({ ...entry })), role: { id: each.role_id, name: each.name } })),
    }),
    async workflowTransitions({ params }, context) {
      const { projectId } = context.scope;
      if (projectId === undefined) throw notFound('The project');
      const { permissions } = await workflows.of(context, projectId);
      return { data: loadableTransitions(workflows.get(params.workflow_id), permissions).map(transitionView) };
    },
  };
}

export function projectWorkflowHandlers(workflows: Workflows): Handlers<typeof projectWorkflowApi> {
  return { getProjectWorkflow: ({ params }, context) => workflows.forCaller(context, params.project_id) };
}
