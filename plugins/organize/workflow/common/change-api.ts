import { defineApi, id, z } from '#core/api/common/index.ts';

const code = z.int().min(0).max(32_767);

/** New statuses of items whose status the workflow no longer has; codes stored on items. */
export const statusMoves = z.array(z.strictObject({ from: code, to: code })).max(400, 'use at most 400 moves');

/** Effects of a workflow on items and people of projects. */
export const workflowImpact = z.object({
  projects: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /** Present items. */
      items: z.int(),
      /** Statuses that items are in; `kept` when the workflow has it, otherwise its items must go to another. */
      statuses: z.array(z.object({ value: z.int(), name: z.string(), items: z.int(), kept: z.boolean() })),
      /** Roles people or groups have and the workflow does not: they see no items but pinned ones. */
      roles: z.array(z.object({ id: z.int(), name: z.string(), people: z.int(), groups: z.int() })),
    }),
  ),
  /** Version of the workflow the answer is about. */
  version: z.string(),
});
export type WorkflowImpact = z.output<typeof workflowImpact>;

const named = z.object({ id: z.int(), name: z.string() });

/** Uses of the statuses, roles and workflows of a team. What nobody uses is left out. */
export const workflowUsage = z.object({
  statuses: z.array(z.object({ id: z.int(), workflows: z.array(named), items: z.int() })),
  roles: z.array(z.object({ id: z.int(), workflows: z.array(named), people: z.int(), groups: z.int() })),
  workflows: z.array(z.object({ id: z.int(), projects: z.array(named) })),
});
export type WorkflowUsage = z.output<typeof workflowUsage>;

const ofProject = z.strictObject({ project_id: id });

/** Changing workflows that are in use: what it means before, and where items go. */
export const workflowChangeApi = defineApi({
  service: 'main',
  operations: {
    workflowUsage: {
      method: 'GET',
      path: '/api/v1/workflow-usage',
      summary: 'Who uses the statuses, roles and workflows of the team',
      access: 'ManageWorkflows',
      reply: workflowUsage,
    },
    previewWorkflow: {
      method: 'POST',
      path: '/api/v1/workflow/:workflow_id/preview',
      summary: 'What a changed workflow would mean for items and people of its projects',
      access: 'ManageWorkflows',
      bodyLimit: 2 * 1024 * 1024,
      bodyReason: 'A workflow with all its statuses and transitions',
      params: z.strictObject({ workflow_id: id }),
      body: z.strictObject({ raw_config: z.unknown() }),
      reply: workflowImpact,
    },
    previewProjectWorkflow: {
      method: 'GET',
      path: '/api/v1/project/:project_id/workflow/preview',
      summary: 'What another workflow would mean for items and people of a project',
      access: 'UpdateProject',
      project: 'params.project_id',
      params: ofProject,
      query: z.strictObject({ workflow_id: id }),
      reply: workflowImpact,
    },
    setProjectWorkflow: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/workflow',
      summary: 'Give a project another workflow; items in statuses it lacks go where `status_moves` says',
      access: 'UpdateProject',
      bodyLimit: 2 * 1024 * 1024,
      bodyReason: 'The new status of each of 400 statuses',
      project: 'params.project_id',
      params: ofProject,
      body: z.strictObject({ workflow_id: id, status_moves: statusMoves.optional() }),
      reply: z.object({ workflow_id: z.int(), moved: z.int() }),
    },
  },
});
