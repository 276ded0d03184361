import { inject } from 'inversify';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { QueryPlan } from '#core/api/common/index.ts';
import type { QuerySource } from '#core/data/server/index.ts';
import { conditionSql, orderSql } from '#core/data/server/index.ts';
import type { Project } from '../common/project.ts';
import type { ProjectFilter } from './project-filter.ts';
import { matchesFilter, sortColumns } from './project-filter.ts';
import { projectSource } from './project-query.ts';
import { projectViews } from './project-view.ts';
import { ProjectsHooks } from './projects-hooks.ts';
import type { ProjectTables } from './projects-tables.ts';
import { seenProjects } from './seen-projects.ts';

/** Pages of the projects that the caller sees. */
export class ProjectLists {
  constructor(@inject(ProjectsHooks) private readonly hooks: ProjectsHooks) {}

  /** One page of the caller's projects, by age unless sorted, and the number of all that match. */
  async list(
    context: RequestContext,
    filter: ProjectFilter,
  ): Promise<{ readonly data: readonly (Project & { readonly deletedAt: string | null })[]; readonly count: number }> {
    const { rows, count } = await context.transaction(async (trx: Kysely<ProjectTables>) => {
      const matches = seenProjects(trx, context).where(matchesFilter(filter));
      const page = await matches
        .$if(filter.pinnedFirst === true, query => query.orderBy(sql`(pin.created_at is null)`))
        .$if(filter.sort !== undefined, query =>
          query.orderBy(sortColumns[filter.sort!], order =>
            (filter.order === 'desc' ? order.desc() : order.asc()).nullsLast(),
          ),
        )
        .orderBy('project.id')
        .offset(filter.offset)
        .limit(filter.limit)
        .execute();
      const all =
        page.length < filter.limit && filter.offset === 0
          ? page.length
          : Number(
              (
                await matches
                  .clearSelect()
                  .select(({ fn }) => fn.countAll<number>().as('count'))
                  .executeTakeFirstOrThrow()
              ).count,
            );
      return { rows: page, count: all };
    });
    const views = await projectViews(context, this.hooks, rows);
    return {
      data: views.map((view, index) => ({ ...view, deletedAt: rows[index]!.deleted_at?.toISOString() ?? null })),
      count,
    };
  }

  /** One page of the caller's projects that a query finds; `more` are sources of fields that another plugin keeps. */
  async search(
    context: RequestContext,
    plan: QueryPlan,
    more?: QuerySource,
  ): Promise<{ readonly data: readonly Project[]; readonly count: number }> {
    const source = projectSource(more);
    const { rows, count } = await context.transaction(async (trx: Kysely<ProjectTables>) => {
      const matching = seenProjects(trx, context)
        .where('project.deleted_at', 'is', null)
        .where(conditionSql(plan.condition, source));
      const page = await matching
        .orderBy(orderSql(plan, source, sql.ref('project.id')))
        .offset(plan.offset)
        .limit(plan.limit)
        .execute();
      const total =
        page.length < plan.limit && plan.offset === 0
          ? page.length
          : Number(
              (
                await matching
                  .clearSelect()
                  .select(({ fn }) => fn.countAll<number>().as('count'))
                  .executeTakeFirstOrThrow()
              ).count,
            );
      return { rows: page, count: total };
    });
    return { data: await projectViews(context, this.hooks, rows), count };
  }
}
