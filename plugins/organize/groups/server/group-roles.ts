import { injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { GroupTables } from './groups-tables.ts';

/** Number of groups with a role in a project. */
export interface GroupRoleCount {
  readonly project_id: number;
  readonly role: number;
  readonly groups: number;
}

/** The roles that groups of a team have in projects. */
@injectable()
export class GroupRoles {
  /** Counts the groups of the team by project and role, also while the plugin is switched off. */
  async counts(context: RequestContext): Promise<readonly GroupRoleCount[]> {
    return context.transaction((trx: Kysely<GroupTables>) =>
      trx
        .selectFrom('groups.scope')
        .select(['project_id', 'role', sql<number>`count(*)::int`.as('groups')])
        .where('team_id', '=', context.team.id)
        .groupBy(['project_id', 'role'])
        .execute(),
    );
  }
}
