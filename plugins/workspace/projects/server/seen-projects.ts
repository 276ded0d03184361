import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { seesAll } from './project-view.ts';
import type { ProjectTables } from './projects-tables.ts';

/** Returns the query of the projects the caller sees, with the caller's role and pin. */
export function seenProjects(trx: Kysely<ProjectTables>, context: RequestContext) {
  return trx
    .selectFrom('projects.project as project')
    .leftJoin('projects.contributor as contributor', join =>
      join
        .onRef('contributor.team_id', '=', 'project.team_id')
        .onRef('contributor.project_id', '=', 'project.id')
        .on('contributor.email', '=', context.user.email),
    )
    .leftJoin('projects.pin as pin', join =>
      join
        .onRef('pin.team_id', '=', 'project.team_id')
        .onRef('pin.project_id', '=', 'project.id')
        .on('pin.person_id', '=', context.user.id),
    )
    .selectAll('project')
    .select(['contributor.role as member_role', 'pin.created_at as pinned_at'])
    .$if(!seesAll(context), query => query.where('contributor.id', 'is not', null));
}
