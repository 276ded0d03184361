import { inject, optional } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { dueDay } from '#plugins/workspace/projects/common/index.ts';
import { PROJECT_ON_HOLD } from '#plugins/review/task-requests/common/index.ts';
import { WorkRows } from '#plugins/review/agreement/server/kit/index.ts';
import { assignmentRows, itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import {
  ProjectSettings,
  Projects,
  contributorRows,
  projectRows,
} from '#plugins/workspace/projects/server/kit/index.ts';
import type { ProjectWork } from '../common/api.ts';
import { RoleWorks } from './role-works.ts';

/** A project of the caller. */
interface OwnProject {
  readonly project_id: number;
  readonly name: string;
  readonly type: number;
  readonly role: number;
  readonly paused: boolean;
}

/**
 * The work that waits for the caller: items assigned to them, and their copies of items that several people annotate.
 */
export class MyWork {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
    @inject(RoleWorks) private readonly roles: RoleWorks,
    @inject(WorkRows) @optional() private readonly copies: WorkRows | undefined,
  ) {}

  /**
   * Projects in which the caller annotates or reviews, in the order of their ids; one of them with `projectId`.
   * @throws Fault NOT_FOUND for a project they do not see
   */
  async list(context: RequestContext, projectId?: number): Promise<readonly ProjectWork[]> {
    if (projectId !== undefined && (await this.projects.membership(context, projectId)) === undefined)
      throw notFound('The project');
    return context.transaction(async (trx: Kysely<unknown>) => {
      const projects = await trx
        .selectFrom(contributorRows.as('own'))
        .innerJoin(projectRows.as('project'), join =>
          join.onRef('project.team_id', '=', 'own.team_id').onRef('project.id', '=', 'own.project_id'),
        )
        .select(['own.project_id', 'own.role', 'own.paused', 'project.name', 'project.type'])
        .where('own.team_id', '=', context.team.id)
        .where('own.email', '=', context.user.email)
        .where('own.role', '<>', projectRoles.projectAdmin)
        .where('project.deleted_at', 'is', null)
        .$if(projectId !== undefined, query => query.where('own.project_id', '=', projectId!))
        .orderBy('own.project_id')
        .execute();
      const found: ProjectWork[] = [];
      for (const project of projects) found.push(await this.#of(trx, context, project));
      return found;
    });
  }

  async #of(trx: Kysely<unknown>, context: RequestContext, project: OwnProject): Promise<ProjectWork> {
    const work = await this.roles.of(context, project);
    const copies = (await this.copies?.openItems(context, project.project_id)) ?? [];
    const order = work.statuses.map(each => each.status);
    const { rows } = await sql<{ status: number; items: number; next: number }>`
      select item.annotation_status as status, count(*)::int as items, (array_agg(item.id order by item.entropy_value desc nulls last, item.sort_key, item.id))[1] as next
      from ${itemRows} as item
      where item.team_id = ${context.team.id}::int and item.project_id = ${project.project_id}::int and item.deleted_at is null
        and item.annotation_status = any(${order}::int[])
        and (item.id = any(${[...copies]}::int[]) or item.id in (select assignment.item_id from ${assignmentRows} as assignment
          where assignment.team_id = ${context.team.id}::int and assignment.project_id = ${project.project_id}::int
            and assignment.email = ${context.user.email} and assignment.user_role = ${project.role}::int))
      group by item.annotation_status`.execute(trx);
    const items = new Map(rows.map(row => [row.status, row.items]));
    const next = order.flatMap(status => rows.find(row => row.status === status)?.next ?? [])[0];
    const count = (status: number | undefined): number => (status === undefined ? 0 : (items.get(status) ?? 0));
    return {
      ...project,
      statuses: work.statuses.map(each => ({ ...each, items: count(each.status) })),
      returned: order.includes(work.returned ?? -1) ? count(work.returned) : 0,
      in_progress: count(work.inProgress),
      waiting: rows.reduce((sum, row) => sum + row.items, 0),
      next_item_id: next ?? null,
      due_on: dueDay(await this.settings.value(context, project.project_id, 'DueDate')),
      can_request: await this.#requests(context, project),
    };
  }

  /** Returns whether the caller may request items of a project that gives them. */
  async #requests(context: RequestContext, { project_id: projectId, paused }: OwnProject): Promise<boolean> {
    return (
      !paused &&
      context.enabled('task-requests') &&
      Number(await this.settings.value(context, projectId, 'ImageAutoAssignEnable')) === 1 &&
      (await this.projects.facts(context, projectId))?.status !== PROJECT_ON_HOLD &&
      (await context.can('RequestItem', { projectId }))
    );
  }
}
