import { isDeepStrictEqual } from 'node:util';
import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { projectsEvents } from '#plugins/workspace/projects/common/index.ts';
import { WorkflowSetting } from '#plugins/workspace/projects/server/kit/index.ts';
import type { WorkflowUser } from '#plugins/workspace/projects/server/kit/index.ts';
import type { WorkflowImpact } from '../common/change-api.ts';
import { workflowEvents } from '../common/events.ts';
import type { StatusMove } from '../common/status-moves.ts';
import type { WorkflowIssue } from '../common/validate-workflow.ts';
import { unreachableStatuses, validateWorkflow, workflowLimit } from '../common/validate-workflow.ts';
import type { WorkflowFile } from '../common/workflow-file.ts';
import { readWorkflowFile, workflowFile } from '../common/workflow-file.ts';
import { systemWorkflows } from '../common/system-workflows.ts';
import type { Workflow } from '../common/workflow.ts';
import { ItemStatusMigration } from './item-status-migration.ts';
import { Vocabulary } from './vocabulary.ts';
import { lockTeamWorkflows } from './team-workflows-lock.ts';
import type { WorkflowRow, WorkflowTables } from './workflow-tables.ts';

type Trx = Kysely<WorkflowTables>;

/** A workflow as a caller writes it. */
export interface WorkflowDraft {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly raw_config?: unknown;
}

/** A change of a workflow; what is absent stays. */
export interface WorkflowChange extends Omit<WorkflowDraft, 'name'> {
  readonly name?: string | undefined;
  readonly status_moves?: readonly StatusMove[] | undefined;
  readonly expected_version?: string | undefined;
}

/** A workflow that was just written. */
export interface WrittenWorkflow {
  readonly row: WorkflowRow;
  readonly warnings: readonly WorkflowIssue[];
}

/** Workflows that a team made. */
@injectable()
export class TeamWorkflows {
  readonly #built = new WeakMap<RequestContext, Map<number, Promise<Workflow | undefined>>>();

  constructor(
    @inject(Vocabulary) private readonly vocabulary: Vocabulary,
    @inject(ItemStatusMigration) private readonly migration: ItemStatusMigration,
    @inject(WorkflowSetting) private readonly projects: WorkflowSetting,
  ) {}

  /** All of the team as they are written, by age. */
  rows(context: RequestContext): Promise<WorkflowRow[]> {
    return context.transaction((trx: Trx) =>
      trx.selectFrom('workflow.workflow').selectAll().where('team_id', '=', context.team.id).orderBy('id').execute(),
    );
  }

  /** One of the team, built once per request. */
  find(context: RequestContext, id: number): Promise<Workflow | undefined> {
    const known = this.#built.get(context) ?? new Map<number, Promise<Workflow | undefined>>();
    this.#built.set(context, known);
    let built = known.get(id);
    if (built === undefined) known.set(id, (built = this.#build(context, id)));
    return built;
  }

  /** The same, read again. */
  now(context: RequestContext, id: number): Promise<Workflow | undefined> {
    return this.#build(context, id);
  }

  /** Throws WORKFLOW_INVALID (400) with a finding for each place, NAME_EXISTS, or PLAN_LIMIT. */
  async submit(context: RequestContext, draft: WorkflowDraft): Promise<WrittenWorkflow> {
    return this.#onUniqueViolation(draft.name, () =>
      context.transaction(async (trx: Trx) => {
        await lockTeamWorkflows(trx, context);
        const { file, warnings } = await this.#read(context, draft.raw_config);
        const { count } = await trx
          .selectFrom('workflow.workflow')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('team_id', '=', context.team.id)
          .executeTakeFirstOrThrow();
        if (count + systemWorkflows.length >= workflowLimit)
          throw new Fault('PLAN_LIMIT', `A team has at most ${workflowLimit} workflows.`, { status: 422 });
        const row = await trx
          .insertInto('workflow.workflow')
          .values({
            team_id: context.team.id,
            name: draft.name,
            description: draft.description ?? '',
            raw_config: JSON.stringify(file),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await context.publish(workflowEvents.changed, { workflow_id: row.id });
        return { row, warnings };
      }),
    );
  }

  /**
   * Changes a workflow, also one in use: items of statuses that go are carried to those that `status_moves` names, all
   * or nothing. Throws CONFLICT when the version is not the newest, or naming statuses with items and no target.
   */
  async update(context: RequestContext, id: number, change: WorkflowChange): Promise<WrittenWorkflow> {
    const { name } = await this.#row(context, id);
    return this.#onUniqueViolation(change.name ?? name, () =>
      context.transaction(async (trx: Trx) => {
        await lockTeamWorkflows(trx, context);
        const before = await this.#row(context, id);
        const { file, warnings } =
          change.raw_config === undefined
            ? { file: before.raw_config, warnings: [] }
            : await this.#read(context, change.raw_config);
        const after = {
          raw_config: file,
          name: change.name ?? before.name,
          description: change.description === undefined ? before.description : (change.description ?? ''),
        };
        if (
          isDeepStrictEqual(after, {
            raw_config: before.raw_config,
            name: before.name,
            description: before.description,
          })
        )
          return { row: before, warnings };
        if (change.expected_version !== undefined && change.expected_version !== before.updated_at.toISOString()) {
          throw new Fault('CONFLICT', `${before.name} was changed by somebody else meanwhile.`, {
            status: 409,
            details: { version: before.updated_at.toISOString() },
          });
        }
        if (change.raw_config !== undefined) {
          const projects = await this.#projects(context, id);
          await this.migration.migrate(context, await this.#draft(context, file), projects, change.status_moves ?? []);
          for (const project of projects)
            if (!project.deleted) await context.publish(projectsEvents.changed, { project_id: project.id });
        }
        const row = await trx
          .updateTable('workflow.workflow')
          .set({ ...after, raw_config: JSON.stringify(file), updated_at: new Date() })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        this.#built.delete(context);
        await context.publish(workflowEvents.changed, { workflow_id: id });
        return { row, warnings };
      }),
    );
  }

  /** Returns the effects of the written workflow on the projects that have workflow `id`. Throws as `submit` does. */
  async preview(context: RequestContext, id: number, config: unknown): Promise<WorkflowImpact> {
    const { updated_at: version } = await this.#row(context, id);
    const { file } = await this.#read(context, config);
    return {
      projects: [
        ...(await this.migration.impact(context, await this.#draft(context, file), await this.#projects(context, id))),
      ],
      version: version.toISOString(),
    };
  }

  /** Throws NOT_FOUND for a system workflow or one of another team, CONFLICT naming the projects that have it. */
  async remove(context: RequestContext, id: number): Promise<void> {
    const { name } = await this.#row(context, id);
    await context.transaction(async (trx: Trx) => {
      await lockTeamWorkflows(trx, context);
      const users = (await this.#projects(context, id)).filter(each => !each.deleted).map(each => each.name);
      if (users.length > 0)
        throw new Fault(
          'CONFLICT',
          `${name} is the workflow of ${users.slice(0, 5).join(', ')}${users.length > 5 ? ` and ${users.length - 5} more` : ''}. Give ${users.length === 1 ? 'this project' : 'these projects'} another workflow first.`,
          { status: 409, details: { projects: users } },
        );
      await trx.deleteFrom('workflow.workflow').where('id', '=', id).execute();
      await context.publish(workflowEvents.changed, { workflow_id: id });
    });
  }

  async #projects(context: RequestContext, id: number): Promise<readonly WorkflowUser[]> {
    return (await this.projects.users(context)).filter(each => each.workflow_id === id);
  }

  async #draft(context: RequestContext, file: WorkflowFile): Promise<Workflow> {
    return readWorkflowFile(file, await this.vocabulary.words(context), { id: 0, name: '', description: '' });
  }

  #find(context: RequestContext, id: number): Promise<WorkflowRow | undefined> {
    return context.transaction((trx: Trx) =>
      trx
        .selectFrom('workflow.workflow')
        .selectAll()
        .where('team_id', '=', context.team.id)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
  }

  async #row(context: RequestContext, id: number): Promise<WorkflowRow> {
    const row = await this.#find(context, id);
    if (row === undefined) throw notFound('The workflow');
    return row;
  }

  async #build(context: RequestContext, id: number): Promise<Workflow | undefined> {
    const row = await this.#find(context, id);
    return row === undefined
      ? undefined
      : readWorkflowFile(row.raw_config, await this.vocabulary.words(context), {
          id,
          name: row.name,
          description: row.description,
        });
  }

  async #read(
    context: RequestContext,
    config: unknown,
  ): Promise<{ readonly file: WorkflowFile; readonly warnings: readonly WorkflowIssue[] }> {
    const words = await this.vocabulary.words(context);
    const issues = validateWorkflow(config, {
      roles: new Set(words.roles.filter(each => each.isAdmin !== true).map(each => each.name)),
      statuses: new Set(words.statuses.map(each => each.name)),
    });
    if (issues.length > 0) {
      throw new Fault(
        'WORKFLOW_INVALID',
        issues
          .slice(0, 5)
          .map(each => `raw_config${each.path}: ${each.message}`)
          .join('; '),
        {
          status: 400,
          details: { issues: issues.map(each => ({ field: `raw_config${each.path}`, reason: each.message })) },
        },
      );
    }
    const file = workflowFile.parse(config);
    return { file, warnings: unreachableStatuses(file) };
  }

  async #onUniqueViolation<T>(name: string, work: () => Promise<T>): Promise<T> {
    const taken = new Fault('NAME_EXISTS', 'A workflow with this name already exists.', {
      status: 409,
      details: { field: 'name' },
    });
    if (systemWorkflows.some(each => each.name.toLowerCase() === name.toLowerCase())) throw taken;
    try {
      return await work();
    } catch (error) {
      throw asUniqueViolation(error) === undefined ? error : taken;
    }
  }
}
