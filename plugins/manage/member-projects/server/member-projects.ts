import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { assignmentRows, itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { Contributors, contributorRows, projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { MemberProject, MemberWork } from '../common/api.ts';

type Trx = Kysely<unknown>;

/** Work of members across the projects of the team. */
export class MemberProjects {
  constructor(
    @inject(Members) private readonly members: Members,
    @inject(Contributors) private readonly contributors: Contributors,
  ) {}

  /** One line for each member whose work the caller sees. */
  async all(context: RequestContext): Promise<readonly MemberWork[]> {
    const emails = await this.#visibleEmails(context);
    const { projects, items } = await context.transaction(async (trx: Trx) => ({
      projects: await trx
        .selectFrom(contributorRows.as('contributor'))
        .innerJoin(projectRows.as('project'), join =>
          join.onRef('project.team_id', '=', 'contributor.team_id').onRef('project.id', '=', 'contributor.project_id'),
        )
        .select([
          'contributor.email',
          sql<number>`count(*)::int`.as('projects'),
          sql<number>`(count(*) filter (where contributor.paused))::int`.as('paused'),
        ])
        .where('contributor.team_id', '=', context.team.id)
        .where('project.deleted_at', 'is', null)
        .groupBy('contributor.email')
        .execute(),
      items: await assigned(trx, context)
        .select(['assignment.email', sql<number>`count(distinct assignment.item_id)::int`.as('assigned')])
        .groupBy('assignment.email')
        .execute(),
    }));
    const [projectsBy, itemsBy] = [
      new Map(projects.map(each => [each.email, each])),
      new Map(items.map(each => [each.email, each.assigned])),
    ];
    return emails.map(email => ({
      email,
      projects: projectsBy.get(email)?.projects ?? 0,
      paused: projectsBy.get(email)?.paused ?? 0,
      assigned: itemsBy.get(email) ?? 0,
    }));
  }

  /** Projects of one member by name. Throws NOT_FOUND for somebody whose work the caller does not see. */
  async of(context: RequestContext, email: string): Promise<readonly MemberProject[]> {
    if (!(await this.#visibleEmails(context)).includes(email)) throw notFound('The member');
    const { projects, items } = await context.transaction(async (trx: Trx) => ({
      projects: await trx
        .selectFrom(contributorRows.as('contributor'))
        .innerJoin(projectRows.as('project'), join =>
          join.onRef('project.team_id', '=', 'contributor.team_id').onRef('project.id', '=', 'contributor.project_id'),
        )
        .select(['contributor.project_id', 'project.name', 'contributor.role', 'contributor.paused'])
        .where('contributor.team_id', '=', context.team.id)
        .where('contributor.email', '=', email)
        .where('project.deleted_at', 'is', null)
        .orderBy(sql`lower(project.name)`)
        .orderBy('project.id')
        .execute(),
      items: await assigned(trx, context)
        .select(['assignment.project_id', sql<number>`count(distinct assignment.item_id)::int`.as('assigned')])
        .where('assignment.email', '=', email)
        .groupBy('assignment.project_id')
        .execute(),
    }));
    const itemsBy = new Map(items.map(each => [each.project_id, each.assigned]));
    const names = new Map<string, string>();
    for (const each of projects)
      for (const role of await this.contributors.roles(context, each.project_id))
        names.set(`${each.project_id} ${role.id}`, role.name);
    return projects.map(each => ({
      ...each,
      role_name: names.get(`${each.project_id} ${each.role}`) ?? String(each.role),
      assigned: itemsBy.get(each.project_id) ?? 0,
    }));
  }

  /** E-mails of those whose work the caller sees. */
  async #visibleEmails(context: RequestContext): Promise<readonly string[]> {
    const seen = (await this.members.seen(context)).map(each => each.email);
    const all = (await context.can('ChangeTeamUserRole')) || (await context.can('RemoveTeamUser'));
    return all ? seen : seen.filter(each => each === context.user.email);
  }
}

/** Assignments of items that are still there. */
const assigned = (trx: Trx, context: RequestContext) =>
  trx
    .selectFrom(assignmentRows.as('assignment'))
    .innerJoin(itemRows.as('item'), join =>
      join.onRef('item.team_id', '=', 'assignment.team_id').onRef('item.id', '=', 'assignment.item_id'),
    )
    .innerJoin(projectRows.as('project'), join =>
      join.onRef('project.team_id', '=', 'assignment.team_id').onRef('project.id', '=', 'assignment.project_id'),
    )
    .where('assignment.team_id', '=', context.team.id)
    .where('item.deleted_at', 'is', null)
    .where('project.deleted_at', 'is', null);
