import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { Condition } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles, scopeOf } from '#core/permissions/common/index.ts';
import { contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';

/** Roles that see assignments of their own role only. */
const ownRoleOnly: readonly number[] = Object.values(projectRoles).filter(
  role => scopeOf('ListItemAssignment', role) === 'ownRole',
);

/** Assignments that a caller sees: reading and filtering have the same bounds. */
export class VisibleAssignments {
  /** The condition on rows of `items.assignment` under a name; undefined when the caller sees all. */
  async rows(context: RequestContext, projectId: number, name: string): Promise<RawBuilder<SqlBool> | undefined> {
    if (await context.can('ListFolders', { projectId })) return undefined;
    const own = sql<SqlBool>`${sql.ref(`${name}.email`)} = ${context.user.email}`;
    if (!(await context.can('ListItemAssignment', { projectId }))) return own;
    const role = ownRole(context, projectId);
    return sql<SqlBool>`(${own} or ${sql.ref(`${name}.user_role`)} = ${role} or ${role} <> all(${ownRoleOnly}::int[]))`;
  }

  /**
   * Refuses to reveal the places of people whom the caller does not see. `field` is the one that names them.
   * @throws Fault FORBIDDEN (403)
   */
  async demand(context: RequestContext, projectId: number, emails: readonly string[], field: string): Promise<void> {
    const others = [...new Set(emails.map(each => each.toLowerCase()))].filter(
      each => each !== context.user.email.toLowerCase(),
    );
    if (others.length === 0 || (await context.can('ListFolders', { projectId }))) return;
    const visibleEmails = (await context.can('ListItemAssignment', { projectId }))
      ? await this.#colleagues(context, projectId)
      : new Set<string>();
    const refused = visibleEmails === undefined ? undefined : others.find(each => !visibleEmails.has(each));
    if (refused !== undefined)
      throw new Fault(
        'FORBIDDEN',
        `${field} asks for the assignments of ${refused}. You can ask for your own and those of people in your role.`,
        { status: 403, details: { field, action: 'ListItemAssignment' } },
      );
  }

  /** People of the caller's role, when no others are visible; undefined: everybody is. */
  async #colleagues(context: RequestContext, projectId: number): Promise<ReadonlySet<string> | undefined> {
    const { rows } = await context.transaction((trx: Kysely<unknown>) =>
      sql<{ readonly email: string; readonly role: number }>`select lower(email) as email, role from ${contributorRows}
      where team_id = ${context.team.id}::int and project_id = ${projectId}::int and role = ${ownRole(context, projectId)}`.execute(
        trx,
      ),
    );
    const [first] = rows;
    return first !== undefined && !ownRoleOnly.includes(first.role) ? undefined : new Set(rows.map(each => each.email));
  }
}

const ownRole = (context: RequestContext, projectId: number): RawBuilder<number> =>
  sql`(select role from ${contributorRows} where team_id = ${context.team.id}::int and project_id = ${projectId}::int and email = ${context.user.email})`;

/** The people a condition names whole; parts of an e-mail find only people whom the caller sees. */
export function peopleAsked(condition: Condition | undefined): readonly string[] {
  if (condition === undefined) return [];
  if (condition.kind !== 'comparison') return condition.parts.flatMap(peopleAsked);
  const { field, operator, value } = condition;
  if (!/^assignments\.(?:\d+\.)?user_id$/.test(field) || !['$eq', '$ne', '$in', '$notin'].includes(operator)) return [];
  return [value].flat().filter(each => typeof each === 'string');
}
