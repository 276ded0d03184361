import { defineApi, defineQuery, id, listOf, listQuery, paged, success, z } from '#core/api/common/index.ts';
import { statusMoves } from './change-api.ts';
import { constraintKinds } from './workflow.ts';

const status = z.object({
  id: z.int(),
  status_id: z.int(),
  value: z.int(),
  name: z.string(),
  icon: z.object({ name: z.string(), data: z.string().optional() }),
  shortcut: z.object({ keys: z.string() }).optional(),
  canView: z.boolean(),
  kind: z.union([z.literal(0), z.literal(1), z.literal(2)]),
});

const constraint = z.object({ kind: z.enum(constraintKinds), n: z.int().optional(), query: z.string().optional() });

const transition = z.object({
  id: z.int(),
  name: z.string(),
  from_status_id: z.int(),
  to_status_id: z.int(),
  toWorkflowStatus: status,
  role_ids: z.array(z.int()),
  constraint: z.object({ rules: z.array(constraint) }).nullable(),
  automation: z.object({ action: z.string() }).nullable(),
});

const role = z.object({
  id: z.int(),
  role_id: z.int(),
  name: z.string(),
  isAdmin: z.boolean(),
  workflowRoleStatuses: z.array(z.object({ status_id: z.int() })),
});

/** A workflow without its parts. */
const workflow = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(['system', 'user']),
  description: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
const issue = z.object({ path: z.string(), message: z.string() });
/** A workflow as it was just written: with its file, and what is odd about it though it can be used. */
/** One workflow with its file. `version` names what is stored, to the millisecond. */
const storedWorkflow = workflow.extend({ version: z.string(), raw_config: z.looseObject({}) });
const writtenWorkflow = storedWorkflow.extend({ warnings: z.array(issue) });
const workflowName = z.string().trim().min(1, 'must not be empty').max(100, 'use at most 100 characters');
const workflowDescription = z.string().max(2000, 'use at most 2000 characters').nullish();

/** Names that a query on workflows may use. */
export const workflowQuery = defineQuery({
  fields: { id: 'integer', name: 'text', type: 'text', createdAt: 'time' },
  limit: { standard: 2000, most: 2000 },
});

const ofWorkflow = z.strictObject({ workflow_id: id });
const joined = z.looseObject({ join: listOf(z.string()).optional() });

/** Workflows as the work-management service returns them. */
export const workflowsApi = defineApi({
  service: 'work-management',
  operations: {
    listWorkflows: {
      method: 'GET',
      path: '/api/v1/workflows',
      summary: 'Workflows of the team, the system one first; `filter=id||$eq||1` or `name||$eq||…`',
      access: 'team-member',
      query: z.looseObject(listQuery),
      reply: paged(workflow),
    },
    getWorkflow: {
      method: 'GET',
      path: '/api/v1/workflows/:workflow_id',
      summary: 'One workflow',
      access: 'team-member',
      params: ofWorkflow,
      query: z.looseObject({}),
      reply: storedWorkflow,
    },
    updateWorkflow: {
      method: 'PATCH',
      path: '/api/v1/workflows/:workflow_id',
      summary: 'Change a workflow of the team; items of a status that goes move by `status_moves`',
      access: 'ManageWorkflows',
      bodyLimit: 2 * 1024 * 1024,
      bodyReason: 'A workflow with all its statuses and transitions',
      params: ofWorkflow,
      body: z.looseObject({
        name: workflowName.optional(),
        description: workflowDescription,
        raw_config: z.unknown().optional(),
        status_moves: statusMoves.optional(),
        /** `version` of the workflow that was read; refused with 409 when it is not the newest. */
        expected_version: z.string().max(40).optional(),
      }),
      reply: writtenWorkflow,
    },
    deleteWorkflow: {
      method: 'DELETE',
      path: '/api/v1/workflows/:workflow_id',
      summary: 'Delete a workflow that no project has',
      access: 'ManageWorkflows',
      params: ofWorkflow,
      reply: success,
    },
    workflowStatuses: {
      method: 'GET',
      path: '/api/v1/workflows/:workflow_id/workflowstatuses',
      summary: 'Statuses of a workflow; `value` is the code stored on items',
      access: 'team-member',
      params: ofWorkflow,
      query: joined,
      reply: z.object({ data: z.array(status.extend({ status: z.object({ id: z.int(), name: z.string() }) })) }),
    },
    workflowRoles: {
      method: 'GET',
      path: '/api/v1/workflows/:workflow_id/workflowroles',
      summary: 'Roles of a workflow and the statuses each sees; admins see all',
      access: 'team-member',
      params: ofWorkflow,
      query: joined,
      reply: z.object({ data: z.array(role.extend({ role: z.object({ id: z.int(), name: z.string() }) })) }),
    },
    workflowTransitions: {
      method: 'GET',
      path: '/api/v1/workflows/:workflow_id/workflowtransitions',
      summary: 'Transitions the caller’s role has in the project; none without the right to use them',
      access: 'ViewItem',
      project: 'context',
      params: ofWorkflow,
      query: joined,
      reply: z.object({ data: z.array(transition) }),
    },
  },
});

/** Writing a workflow. The file travels loose; its findings name each place. */
export const submitWorkflowApi = defineApi({
  service: 'main',
  operations: {
    submitWorkflow: {
      method: 'POST',
      path: '/api/v1/workflows/submit',
      summary: 'Make a workflow of roles and statuses of the team',
      access: 'ManageWorkflows',
      bodyLimit: 2 * 1024 * 1024,
      bodyReason: 'A workflow with all its statuses and transitions',
      status: 201,
      body: z.looseObject({ name: workflowName, description: workflowDescription, raw_config: z.unknown() }),
      reply: writtenWorkflow,
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
  /** The caller's transitions. */
  transitions: z.array(transition),
  /** Statuses the caller may move an item to, by the code of the status it is in. */
  available: z.record(z.string(), z.array(z.int())),
});
export type ProjectWorkflow = z.output<typeof projectWorkflow>;

export const projectWorkflowApi = defineApi({
  service: 'main',
  operations: {
    getProjectWorkflow: {
      method: 'GET',
      path: '/api/v1/project/:project_id/workflow',
      summary: 'The workflow of a project: statuses, the caller’s transitions, and where items may go',
      access: 'ViewItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id }),
      reply: projectWorkflow,
    },
  },
});
