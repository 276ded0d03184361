import { defineApi, id, listOf, page, paged, z } from '#core/api/common/index.ts';
import { constraintKinds } from './workflow.ts';

const status = z.object({
  id: z.int(), status_id: z.int(), value: z.int(), name: z.string(), icon: z.object({ name: z.string(), data: z.string().optional() }),
  shortcut: z.object({ keys: z.string() }).optional(), canView: z.boolean(), kind: z.union([z.literal(0), z.literal(1), z.literal(2)]),
});

const constraint = z.object({ kind: z.enum(constraintKinds), n: z.int().optional(), query: z.string().optional() });

const transition = z.object({
  id: z.int(), name: z.string(), from_status_id: z.int(), to_status_id: z.int(), toWorkflowStatus: status, role_ids: z.array(z.int()),
  constraint: z.object({ rules: z.array(constraint) }).nullable(),
  automation: z.object({ action: z.string(), pipeline_id: z.int().optional() }).nullable(),
});

const role = z.object({ id: z.int(), role_id: z.int(), name: z.string(), isAdmin: z.boolean(), workflowRoleStatuses: z.array(z.object({ status_id: z.int() })) });

/** A workflow without its parts (wire, work management 1). */
const workflow = z.object({ id: z.int(), name: z.string(), type: z.enum(['system', 'user']), description: z.string(), createdAt: z.string(), updatedAt: z.string() });

const ofWorkflow = z.strictObject({ workflow_id: id });
const joined = z.looseObject({ join: listOf(z.string()).optional() });

/** Workflows as the work-management service tells them. */
export const workflowsApi = defineApi({
  service: 'work-management',
  operations: {
    listWorkflows: {
      method: 'GET', path: '/api/v1/workflows', summary: 'Workflows of the team, the system one first; `filter=id||$eq||1` or `name||$eq||…`', access: 'team-member',
      query: z.looseObject({ ...page, filter: listOf(z.string().max(500)).optional() }), reply: paged(workflow),
    },
    getWorkflow: { method: 'GET', path: '/api/v1/workflows/:workflow_id', summary: 'One workflow', access: 'team-member', params: ofWorkflow, reply: workflow },
    workflowStatuses: {
      method: 'GET', path: '/api/v1/workflows/:workflow_id/workflowstatuses', summary: 'Statuses of a workflow; `value` is the code stored on items', access: 'team-member',
      params: ofWorkflow, query: joined, reply: z.object({ data: z.array(status.extend({ status: z.object({ id: z.int(), name: z.string() }) })) }),
    },
    workflowRoles: {
      method: 'GET', path: '/api/v1/workflows/:workflow_id/workflowroles', summary: 'Roles of a workflow and the statuses each sees; admins see all', access: 'team-member',
      params: ofWorkflow, query: joined, reply: z.object({ data: z.array(role.extend({ role: z.object({ id: z.int(), name: z.string() }) })) }),
    },
    workflowTransitions: {
      method: 'GET', path: '/api/v1/workflows/:workflow_id/workflowtransitions', summary: 'Transitions the caller’s role has in the project; none without the right to use them', access: 'ViewItem', project: 'context',
      params: ofWorkflow, query: joined, reply: z.object({ data: z.array(transition) }),
    },
  },
});

/** The workflow of one project as the caller meets it. */
export const projectWorkflow = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  start_status_id: z.int(),
  statuses: z.array(status),
  /** The caller's transitions (spec 4). */
  transitions: z.array(transition),
  /** Where the caller may move an item to, by the code of the status it is in. */
  available: z.record(z.string(), z.array(z.int())),
});
export type ProjectWorkflow = z.output<typeof projectWorkflow>;

export const projectWorkflowApi = defineApi({
  service: 'main',
  operations: {
    getProjectWorkflow: {
      method: 'GET', path: '/api/v1/project/:project_id/workflow', summary: 'The workflow of a project: statuses, the caller’s transitions, and where items may go', access: 'ViewItem', project: 'params.project_id',
      params: z.strictObject({ project_id: id }), reply: projectWorkflow,
    },
  },
});
