import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { ProjectSort } from '../common/api.ts';

/** Days for which a deleted project can be restored. */
export const RESTORABLE_DAYS = 7;

/** Filter of projects. */
export interface ProjectFilter {
  readonly name?: string | undefined;
  readonly statuses?: readonly number[] | undefined;
  readonly type?: number | undefined;
  readonly pinned?: boolean | undefined;
  /** The caller's own role. */
  readonly role?: number | undefined;
  /** E-mail of who made them. */
  readonly creator?: string | undefined;
  /** First and last day on which they were made (`YYYY-MM-DD`, UTC). */
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  readonly deleted?: boolean | undefined;
  readonly sort?: ProjectSort | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly pinnedFirst?: boolean | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Sort orders of lists of projects; `project` is the table. Projects without a value come last. */
export const sortColumns: Readonly<Record<ProjectSort, RawBuilder<unknown>>> = {
  name: sql`lower(project.name)`,
  created: sql`project.created_at`,
  updated: sql`project.updated_at`,
  status: sql`project.status`,
  due: sql`(select nullif(due.value #>> '{}', '') from projects.setting as due
    where due.team_id = project.team_id and due.project_id = project.id and due.attribute = 'DueDate')`,
};

/** The condition of a filter, on `project`, the caller's `contributor` row and `pin`. */
export function matchesFilter({
  name = '',
  statuses = [],
  type,
  role,
  creator = '',
  createdFrom,
  createdTo,
  pinned,
  deleted,
}: ProjectFilter): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    [
      deleted === true
        ? sql`project.deleted_at > now() - make_interval(days => ${RESTORABLE_DAYS})`
        : sql`project.deleted_at is null`,
      ...(name === '' ? [] : [sql`position(lower(${name}) in lower(project.name)) > 0`]),
      ...(statuses.length === 0 ? [] : [sql`project.status in (${sql.join(statuses)})`]),
      ...(type === undefined ? [] : [sql`project.type = ${type}`]),
      ...(role === undefined
        ? []
        : [sql`coalesce(contributor.role, ${projectRoles.projectAdmin}::int) = ${role}::int`]),
      ...(creator === '' ? [] : [sql`lower(project.creator_email) = ${creator}`]),
      ...(createdFrom === undefined
        ? []
        : [sql`project.created_at >= ${createdFrom}::date::timestamp at time zone 'UTC'`]),
      ...(createdTo === undefined
        ? []
        : [sql`project.created_at < (${createdTo}::date + 1)::timestamp at time zone 'UTC'`]),
      ...(pinned === true ? [sql`pin.created_at is not null`] : []),
    ],
    sql` and `,
  )})`;
}
