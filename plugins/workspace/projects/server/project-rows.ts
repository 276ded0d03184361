import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { ContributorRow, ProjectRow, ProjectTables } from './projects-tables.ts';

/**
 * Projects for statements of other plugins: `projectRows.as('project')` in Kysely, `${projectRows} as project` in SQL.
 */
export const projectRows = sql.table<ProjectRow>('projects.project');

/** The people of projects for statements of other plugins. */
export const contributorRows = sql.table<ContributorRow>('projects.contributor');

/** Settings of projects for statements of other plugins. */
export const settingRows = sql.table<Selectable<ProjectTables['projects.setting']>>('projects.setting');
