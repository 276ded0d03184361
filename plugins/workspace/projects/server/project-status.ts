import type { Expression, Kysely, SqlBool } from 'kysely';
import type { ProjectTables } from './projects-tables.ts';

/**
 * Sets the status of a project that has another one, if the condition holds for it; the condition sees it as `project`.
 * Returns true when it changed. Only then is the row locked: many people save at once.
 */
export async function setProjectStatus(
  trx: Kysely<unknown>,
  project: { readonly teamId: number; readonly id: number },
  status: number,
  condition: Expression<SqlBool>,
): Promise<boolean> {
  const { numUpdatedRows } = await (trx as Kysely<ProjectTables>)
    .updateTable('projects.project as project')
    .set({ status, updated_at: new Date() })
    .where('project.team_id', '=', project.teamId)
    .where('project.id', '=', project.id)
    .where('project.status', '<>', status)
    .where(condition)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
