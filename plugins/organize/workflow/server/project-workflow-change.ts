import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import { Projects, WorkflowSetting } from '#plugins/workspace/projects/server/kit/index.ts';
import type { WorkflowImpact } from '../common/change-api.ts';
import type { StatusMove } from '../common/status-moves.ts';
import type { Workflow } from '../common/workflow.ts';
import type { CarriedProject } from './item-status-migration.ts';
import { ItemStatusMigration } from './item-status-migration.ts';
import { lockTeamWorkflows } from './team-workflows-lock.ts';
import { BUILT } from './vocabulary.ts';
import { Workflows } from './workflows.ts';

/** Jobs that neither read nor write the status of an item. */
const HARMLESS: ReadonlySet<string> = new Set(['items/measure', 'explore/sync']);

/** Gives a project another workflow. */
export class ProjectWorkflowChange {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(WorkflowSetting) private readonly setting: WorkflowSetting,
    @inject(Workflows) private readonly workflows: Workflows,
    @inject(ItemStatusMigration) private readonly migration: ItemStatusMigration,
    @inject(JobsToken) private readonly jobs: Jobs,
  ) {}

  /** Returns the effects of the workflow on the project. Throws INVALID_FIELD for a workflow the team does not have. */
  async preview(context: RequestContext, projectId: number, workflowId: number): Promise<WorkflowImpact> {
    const workflow = await this.#workflow(context, workflowId);
    return {
      projects: [...(await this.migration.impact(context, workflow, [await this.#project(context, projectId)]))],
      version: BUILT,
    };
  }

  /**
   * Sets the workflow and carries items over, all or nothing; again is the same as once. Answers how many items moved.
   * Throws CONFLICT while a job works on the project, or for statuses with items that have no target.
   */
  async set(
    context: RequestContext,
    projectId: number,
    workflowId: number,
    moves: readonly StatusMove[],
  ): Promise<number> {
    await this.#demandNoJob(context, projectId);
    const project = await this.#project(context, projectId);
    return context.transaction(async (trx: Kysely<unknown>) => {
      await lockTeamWorkflows(trx, context);
      const workflow = await this.#workflow(context, workflowId);
      const moved = await this.migration.migrate(context, workflow, [project], moves);
      await this.setting.set(context, projectId, workflowId);
      return moved;
    });
  }

  async #workflow(context: RequestContext, id: number): Promise<Workflow> {
    const found = await this.workflows.find(context, id);
    if (found === undefined)
      throw invalidField('workflow_id', 'is no workflow of this team: ask for the list of workflows');
    return found;
  }

  async #project(context: RequestContext, id: number): Promise<CarriedProject> {
    const facts = await this.projects.facts(context, id);
    if (facts === undefined) throw notFound('The project');
    return { id, name: facts.name, deleted: false };
  }

  async #demandNoJob(context: RequestContext, projectId: number): Promise<void> {
    const { data } = await this.jobs.list({
      teamId: context.team.id,
      states: ['NOT_STARTED', 'IN_PROGRESS'],
      page: { offset: 0, limit: 1000 },
    });
    const running = data.find(
      each =>
        (each.subject as { readonly project_id?: unknown } | null)?.project_id === projectId &&
        !HARMLESS.has(`${each.plugin}/${each.name}`),
    );
    if (running === undefined) return;
    throw new Fault(
      'CONFLICT',
      'A job works on this project (copy, import, export or attach). Wait until it is done or cancel it, then change the workflow.',
      { status: 409, details: { job_id: running.id } },
    );
  }
}
