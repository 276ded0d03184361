import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectsEvents } from '../common/events.ts';
import { ContributorRows } from './contributor-rows.ts';
import type { ProjectTables } from './projects-tables.ts';

/** Contributors whom groups bring in. Rights are asked before. */
export class GroupContributors {
  constructor(@inject(ContributorRows) private readonly rows: ContributorRows) {}

  /**
   * Brings members of the team in for a group, with a role of the project. Who was shared with directly keeps what they
   * have. Rights are asked before; runs in the caller's transaction.
   */
  async addAll(
    context: RequestContext,
    projectId: number,
    emails: readonly string[],
    role: number,
    groupId: number,
  ): Promise<void> {
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      for (const email of emails) await this.rows.place(context, trx, projectId, email, role, groupId);
      if (emails.length > 0) await context.publish(projectsEvents.contributorsChanged, { project_id: projectId });
    });
  }

  /** Removes those whom only the group added: of one project or all, these people or all. Rights are asked before. */
  async withdraw(
    context: RequestContext,
    groupId: number,
    only: { readonly projectId?: number; readonly emails?: readonly string[] },
  ): Promise<void> {
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      const rows = await trx
        .selectFrom('projects.contributor')
        .selectAll()
        .where('team_id', '=', context.team.id)
        .where('group_id', '=', groupId)
        .$if(only.projectId !== undefined, query => query.where('project_id', '=', only.projectId!))
        .$if(only.emails !== undefined, query => query.where('email', 'in', ['', ...only.emails!]))
        .orderBy('id')
        .forUpdate()
        .execute();
      for (const row of rows) await this.rows.leave(context, trx, row);
      for (const projectId of new Set(rows.map(row => row.project_id)))
        await context.publish(projectsEvents.contributorsChanged, { project_id: projectId });
    });
  }
}
