import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import type { WorkflowIssue } from '../common/validate-workflow.ts';
import { unreachableStatuses, validateWorkflow, workflowLimit } from '../common/validate-workflow.ts';
import type { WorkflowFile } from '../common/workflow-file.ts';
import { readWorkflowFile, workflowFile } from '../common/workflow-file.ts';
import { systemWorkflows } from '../common/system-workflows.ts';
import type { Workflow } from '../common/workflow.ts';
import { Vocabulary } from './vocabulary.ts';
import { lockTeamWorkflows } from './team-workflows-lock.ts';
import type { WorkflowRow, WorkflowTables } from './workflow-tables.ts';

type Trx = Kysely<WorkflowTables>;

/** What a caller says of a workflow. */
export interface WorkflowDraft {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly raw_config?: unknown;
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

  constructor(@inject(Vocabulary) private readonly vocabulary: Vocabulary) {}

  /** All of the team as they are written, by age. */
  rows(context: RequestContext): Promise<WorkflowRow[]> {
    return context.transaction((trx: Trx) => trx.selectFrom('workflow.workflow').selectAll().where('team_id', '=', context.team.id).orderBy('id').execute());
  }

  /** One of the team, built once per request. */
  find(context: RequestContext, id: number): Promise<Workflow | undefined> {
    const known = this.#built.get(context) ?? new Map<number, Promise<Workflow | undefined>>();
    this.#built.set(context, known);
    let built = known.get(id);
    if (built === undefined) known.set(id, (built = this.#build(context, id)));
    return built;
  }

  /** Throws WORKFLOW_INVALID (400) with a finding for each place, NAME_EXISTS, or PLAN_LIMIT. */
  async submit(context: RequestContext, draft: WorkflowDraft): Promise<WrittenWorkflow> {
    return this.#unlessTaken(draft.name, () => context.transaction(async (trx: Trx) => {
      await lockTeamWorkflows(trx, context);
      const { file, warnings } = await this.#read(context, draft.raw_config);
      const { count } = await trx.selectFrom('workflow.workflow').select(sql<number>`count(*)::int`.as('count')).where('team_id', '=', context.team.id).executeTakeFirstOrThrow();
      if (count + systemWorkflows.length >= workflowLimit) throw new Fault('PLAN_LIMIT', `A team has at most ${workflowLimit} workflows.`, { status: 422 });
      const row = await trx.insertInto('workflow.workflow').values({ team_id: context.team.id, name: draft.name, description: draft.description ?? '', raw_config: JSON.stringify(file) }).returningAll().executeTakeFirstOrThrow();
      return { row, warnings };
    }));
  }

  /** Changes a workflow, also one in use; throws CONFLICT naming the statuses that items are in and that would go. */
  async update(context: RequestContext, id: number, change: Partial<WorkflowDraft>): Promise<WrittenWorkflow> {
    const { name } = await this.#row(context, id);
    return this.#unlessTaken(change.name ?? name, () => context.transaction(async (trx: Trx) => {
      await lockTeamWorkflows(trx, context);
      const before = await this.#row(context, id);
      const { file, warnings } = change.raw_config === undefined ? { file: before.raw_config, warnings: [] } : await this.#read(context, change.raw_config);
      await this.#demandEmpty(trx, context, before, file);
      const row = await trx.updateTable('workflow.workflow').set({
        raw_config: JSON.stringify(file), updated_at: new Date(),
        ...(change.name === undefined ? {} : { name: change.name }), ...(change.description === undefined ? {} : { description: change.description ?? '' }),
      }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
      this.#built.delete(context);
      return { row, warnings };
    }));
  }

  /** Throws NOT_FOUND for a system workflow or one of another team, CONFLICT naming the projects that have it. */
  async remove(context: RequestContext, id: number): Promise<void> {
    const { name } = await this.#row(context, id);
    await context.transaction(async (trx: Trx) => {
      const users = (await sql<{ name: string }>`select name from projects.project where team_id = ${context.team.id} and workflow_id = ${id} and deleted_at is null order by id`.execute(trx)).rows.map(each => each.name);
      if (users.length > 0) throw new Fault('CONFLICT', `${name} is the workflow of ${users.slice(0, 5).join(', ')}${users.length > 5 ? ` and ${users.length - 5} more` : ''}. Delete ${users.length === 1 ? 'this project' : 'these projects'} first.`, { status: 409, details: { projects: users } });
      await trx.deleteFrom('workflow.workflow').where('id', '=', id).execute();
    });
  }

  #find(context: RequestContext, id: number): Promise<WorkflowRow | undefined> {
    return context.transaction((trx: Trx) => trx.selectFrom('workflow.workflow').selectAll().where('team_id', '=', context.team.id).where('id', '=', id).executeTakeFirst());
  }

  async #row(context: RequestContext, id: number): Promise<WorkflowRow> {
    const row = await this.#find(context, id);
    if (row === undefined) throw notFound('The workflow');
    return row;
  }

  async #build(context: RequestContext, id: number): Promise<Workflow | undefined> {
    const row = await this.#find(context, id);
    return row === undefined ? undefined : readWorkflowFile(row.raw_config, await this.vocabulary.words(context), { id, name: row.name, description: row.description });
  }

  async #read(context: RequestContext, config: unknown): Promise<{ readonly file: WorkflowFile; readonly warnings: readonly WorkflowIssue[] }> {
    const words = await this.vocabulary.words(context);
    const issues = validateWorkflow(config, { roles: new Set(words.roles.filter(each => each.isAdmin !== true).map(each => each.name)), statuses: new Set(words.statuses.map(each => each.name)) });
    if (issues.length > 0) {
      throw new Fault('WORKFLOW_INVALID', issues.slice(0, 5).map(each => `raw_config${each.path}: ${each.message}`).join('; '), { status: 400, details: { issues: issues.map(each => ({ field: `raw_config${each.path}`, reason: each.message })) } });
    }
    const file = workflowFile.parse(config);
    return { file, warnings: unreachableStatuses(file) };
  }

  async #demandEmpty(trx: Trx, context: RequestContext, before: WorkflowRow, file: WorkflowFile): Promise<void> {
    const gone = before.raw_config.statuses.filter(name => !file.statuses.includes(name));
    if (gone.length === 0) return;
    const codes = new Map((await this.vocabulary.statuses(context)).filter(each => gone.includes(each.name)).map(each => [each.value, each.name]));
    const { rows } = await sql<{ value: number }>`select distinct tally.annotation_status as value from items.tally join projects.project on project.team_id = tally.team_id and project.id = tally.project_id
      where tally.team_id = ${context.team.id} and project.workflow_id = ${before.id} and tally.items > 0 and tally.annotation_status = any(${[...codes.keys()]}::int[])`.execute(trx);
    const names = rows.map(row => codes.get(row.value)!);
    if (names.length > 0) throw new Fault('CONFLICT', `Items are in ${names.join(', ')}. Move them on before the status goes.`, { status: 409, details: { statuses: names } });
  }

  async #unlessTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
    const taken = new Fault('NAME_EXISTS', 'A workflow with this name already exists.', { status: 409, details: { field: 'name' } });
    if (systemWorkflows.some(each => each.name.toLowerCase() === name.toLowerCase())) throw taken;
    try {
      return await work();
    } catch (error) {
      throw asUniqueViolation(error) === undefined ? error : taken;
    }
  }
}
