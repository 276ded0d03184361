import { inject } from 'inversify';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Projects, WorkflowSetting } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ProjectWorkflow } from '../common/api.ts';
import { availableStatuses, loadableTransitions } from '../common/status-rules.ts';
import type { StatusPermissions } from '../common/status-rules.ts';
import { systemWorkflow, systemWorkflows } from '../common/system-workflows.ts';
import type { Workflow, WorkflowTransition } from '../common/workflow.ts';
import { statusById } from '../common/workflow.ts';
import { TeamWorkflows } from './team-workflows.ts';

/** The workflow of a project, and what the caller may do in it. */
export interface CallerWorkflow {
  readonly workflow: Workflow;
  readonly permissions: StatusPermissions;
}

/** Workflows of the system and of the team, and which one a project has. */
export class Workflows {
  readonly #known = new WeakMap<RequestContext, Map<number, Promise<CallerWorkflow>>>();

  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(WorkflowSetting) private readonly setting: WorkflowSetting,
    @inject(TeamWorkflows) private readonly team: TeamWorkflows,
  ) {}

  /** A workflow of the system or of the team. Throws NOT_FOUND. */
  async get(context: RequestContext, id: number): Promise<Workflow> {
    const found = await this.find(context, id);
    if (found === undefined) throw notFound('The workflow');
    return found;
  }

  async find(context: RequestContext, id: number): Promise<Workflow | undefined> {
    return systemWorkflows.find(each => each.id === id) ?? (await this.team.find(context, id));
  }

  /** The workflow of a project, whoever asks; the system one for a project that is not there. */
  async ofProject(context: RequestContext, projectId: number): Promise<Workflow> {
    // Not `Projects.get`: it counts items, which asks for the statuses, which asks here.
    const project = await this.projects.facts(context, projectId);
    return (project === undefined ? undefined : await this.find(context, project.workflow_id)) ?? systemWorkflow;
  }

  /** The workflow of a project in the database at this moment, past what the request knows already. */
  async now(context: RequestContext, projectId: number): Promise<Workflow> {
    const id = await this.setting.now(context, projectId);
    return (
      (id === undefined
        ? undefined
        : (systemWorkflows.find(each => each.id === id) ?? (await this.team.now(context, id)))) ?? systemWorkflow
    );
  }

  /** Asked once per request and project. Throws NOT_FOUND for a project the caller does not see. */
  of(context: RequestContext, projectId: number): Promise<CallerWorkflow> {
    const known = this.#known.get(context) ?? new Map<number, Promise<CallerWorkflow>>();
    this.#known.set(context, known);
    let answer = known.get(projectId);
    if (answer === undefined) known.set(projectId, (answer = this.#of(context, projectId)));
    return answer;
  }

  /** The workflow of a project for its screens. */
  async forCaller(context: RequestContext, projectId: number): Promise<ProjectWorkflow> {
    const { workflow, permissions } = await this.of(context, projectId);
    return {
      id: workflow.id,
      name: workflow.name,
      description: workflow.description,
      start_status_id: workflow.start_status_id,
      statuses: workflow.statuses.map(status => ({ ...status, icon: { ...status.icon } })),
      transitions: loadableTransitions(workflow, permissions).map(transitionView),
      available: Object.fromEntries(
        workflow.statuses.map(status => [
          String(status.value),
          availableStatuses(workflow, status.status_id, permissions).map(each => each.value),
        ]),
      ),
    };
  }

  async #of(context: RequestContext, projectId: number): Promise<CallerWorkflow> {
    const membership = await this.projects.membership(context, projectId);
    if (membership === undefined) throw notFound('The project');
    const scope = { projectId };
    return {
      workflow: await this.ofProject(context, projectId),
      permissions: {
        applyStatus: await context.can('ApplyItemStatus', scope),
        applyTransition: await context.can('ApplyItemTransition', scope),
        roleId: membership.role,
      },
    };
  }
}

/** A transition as plain lists, as answers need it. */
export function transitionView(transition: WorkflowTransition): ProjectWorkflow['transitions'][number] {
  const { toWorkflowStatus, role_ids: roles, constraint, automation, ...rest } = transition;
  return {
    ...rest,
    toWorkflowStatus: { ...toWorkflowStatus, icon: { ...toWorkflowStatus.icon } },
    role_ids: [...roles],
    constraint: constraint === null ? null : { rules: constraint.rules.map(rule => ({ ...rule })) },
    automation: automation === null ? null : { ...automation },
  };
}

/** The code of a status by its id. */
export const valueOf = (workflow: Workflow, statusId: number): number =>
  statusById(workflow, statusId)?.value ?? statusId;
