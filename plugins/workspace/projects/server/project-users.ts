import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { QueryPlan } from '#core/api/common/index.ts';
import { invalidCondition, joins, listed, readSearch } from '#core/api/common/index.ts';
import { isFault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { conditionSql } from '#core/data/server/index.ts';
import { permissionById } from '#core/permissions/common/index.ts';
import type { Contributor } from '../common/project.ts';
import type { ProjectUser } from '../common/work-api.ts';
import { pausedQuery } from '../common/work-api.ts';
import { Contributors } from './contributors.ts';
import { Projects } from './projects.ts';
import { ProjectsHooks } from './projects-hooks.ts';
import type { ProjectTables } from './projects-tables.ts';

/** Permissions whose state also travels as a flag. */
const FLAGS = { allow_run_explore: 35, allow_orchestrate: 36, allow_view_sdk_token: 37 } as const;

/** People of projects as the work-management service returns them. */
export class ProjectUsers {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(Contributors) private readonly contributors: Contributors,
    @inject(ProjectsHooks) private readonly hooks: ProjectsHooks,
  ) {}

  /** The people of a project whom the caller may see, by membership id. */
  async all(context: RequestContext, projectId: number): Promise<readonly ProjectUser[]> {
    const membership = await this.projects.membership(context, projectId);
    if (membership === undefined) throw notFound('The project');
    const seen = await this.contributors.seen(context, projectId, membership.role);
    return seen.map(each => projectUserOf(each, context.team.id)).toSorted((one, other) => one.id - other.id);
  }

  /** One page of those that a query finds. `valued` gives what else a condition may ask of a row. */
  async search(
    context: RequestContext,
    projectId: number,
    plan: QueryPlan,
    valued: (user: ProjectUser) => object = user => user,
  ): Promise<{ readonly data: ProjectUser[]; readonly count: number }> {
    const { data, count } = listed(await this.all(context, projectId), plan, valued);
    if (!joins(plan, 'categories')) return { data, count };
    const categories = await this.hooks.contributorCategories.promise(
      context,
      new Map(),
      projectId,
      data.map(each => each.id),
    );
    return {
      data: data.map(each => ({
        ...each,
        categories: (categories.get(each.id) ?? []).map(category => ({ ...category })),
      })),
      count,
    };
  }

  /**
   * Pauses people, or lets them go on, in the projects that a query finds; answers the memberships that were changed
   * and those that could not be.
   */
  async pause(
    context: RequestContext,
    query: Readonly<Record<string, unknown>>,
    paused: boolean,
  ): Promise<{ success: number[]; failed: { id: number; code: string }[] }> {
    const condition = readSearch(query['search'], pausedQuery);
    // Nobody is paused everywhere by an empty query.
    if (condition === undefined || (condition.kind !== 'comparison' && condition.parts.length === 0))
      throw invalidCondition('search');
    const rows = await context.transaction((trx: Kysely<ProjectTables>) =>
      trx
        .selectFrom('projects.contributor as contributor')
        .innerJoin('projects.project as project', join =>
          join.onRef('project.team_id', '=', 'contributor.team_id').onRef('project.id', '=', 'contributor.project_id'),
        )
        .select(['contributor.id', 'contributor.project_id'])
        .where('contributor.team_id', '=', context.team.id)
        .where('project.deleted_at', 'is', null)
        .where(
          conditionSql(condition, name =>
            name === 'projects.id'
              ? { kind: 'integer', value: sql.ref('contributor.project_id') }
              : { kind: 'email', value: sql.ref('contributor.email') },
          ),
        )
        .orderBy('contributor.id')
        .execute(),
    );
    const success: number[] = [];
    const failed: { id: number; code: string }[] = [];
    for (const { id, project_id: projectId } of rows) {
      try {
        // Who does not see the project finds nobody in it.
        if ((await this.projects.membership(context, projectId)) === undefined) continue;
        await context.demand('PauseProjectUser', { projectId });
        await this.contributors.update(context, projectId, id, { paused });
        success.push(id);
      } catch (error) {
        if (!isFault(error) || error.status >= 500) throw error;
        failed.push({ id, code: error.code });
      }
    }
    return { success, failed };
  }

  /**
   * Gives or takes permissions of people; answers for each what really changed: what they had or lacked already, and
   * what their role may not have, is not listed.
   */
  async permit(
    context: RequestContext,
    projectId: number,
    userIds: readonly number[],
    permissionIds: readonly number[],
    give: boolean,
  ): Promise<readonly { readonly id: number; readonly userPermissions: readonly { readonly id: number }[] }[]> {
    const changed = await this.contributors.permit(context, projectId, userIds, permissionIds, give);
    return [...changed].map(([id, ids]) => ({ id, userPermissions: ids.map(each => ({ id: each })) }));
  }
}

function projectUserOf(contributor: Contributor, teamId: number): ProjectUser {
  const flag = (id: number): number => (contributor.permissions.includes(id) ? 1 : 0);
  return {
    id: contributor.id,
    team_id: teamId,
    project_id: contributor.project_id,
    email: contributor.email,
    role: contributor.role,
    state: contributor.state,
    permissions: {
      paused: contributor.paused ? 1 : 0,
      allow_orchestrate: flag(FLAGS.allow_orchestrate),
      allow_run_explore: flag(FLAGS.allow_run_explore),
      allow_view_sdk_token: flag(FLAGS.allow_view_sdk_token),
    },
    userPermissions: contributor.permissions.map(id => ({
      id,
      name: permissionById(id)?.name ?? String(id),
      createdAt: contributor.updatedAt,
      updatedAt: contributor.updatedAt,
    })),
    createdAt: contributor.createdAt,
    updatedAt: contributor.updatedAt,
  };
}
