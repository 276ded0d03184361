import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { canBeGranted, permissionById, permissionGroups, projectRoles } from '#core/permissions/common/index.ts';
import type { Member } from '#core/tenancy/server/index.ts';
import type { Contributor } from '../common/project.ts';
import { ProjectsHooks } from './projects-hooks.ts';
import type { ContributorRow, ProjectTables } from './projects-tables.ts';

/** Fields of a contributor that may be changed; absent parts stay. */
export interface ContributorPatch {
  readonly role?: number | undefined;
  readonly paused?: boolean | undefined;
  readonly permissions?: readonly number[] | undefined;
}

/** Writes single contributors, inside the caller's transaction. */
export class ContributorRows {
  constructor(@inject(ProjectsHooks) private readonly hooks: ProjectsHooks) {}

  /**
   * Brings one person in, or gives them the role when they are in already. A group changes nobody who is in directly.
   */
  async place(
    context: RequestContext,
    trx: Kysely<ProjectTables>,
    projectId: number,
    email: string,
    role: number,
    groupId: number | null,
  ): Promise<void> {
    const before = await trx
      .selectFrom('projects.contributor')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) {
      await trx
        .insertInto('projects.contributor')
        .values({ team_id: context.team.id, project_id: projectId, email, role, group_id: groupId })
        .execute();
      return;
    }
    if (groupId !== null && before.group_id === null) return;
    await this.change(context, trx, before, { role });
    if (before.group_id !== groupId)
      await trx.updateTable('projects.contributor').set({ group_id: groupId }).where('id', '=', before.id).execute();
  }

  /** Takes one person out. */
  async leave(context: RequestContext, trx: Kysely<ProjectTables>, row: ContributorRow): Promise<void> {
    await this.hooks.contributorChanged.promise(context, {
      projectId: row.project_id,
      email: row.email,
      from: row.role,
      to: undefined,
    });
    await trx.deleteFrom('projects.contributor').where('id', '=', row.id).execute();
  }

  /**
   * Changes one person; permissions that the new role may not have are dropped. Throws FORBIDDEN for a Project Admin.
   */
  async change(
    context: RequestContext,
    trx: Kysely<ProjectTables>,
    row: ContributorRow,
    patch: ContributorPatch,
  ): Promise<void> {
    const role = patch.role ?? row.role;
    if (row.role === projectRoles.projectAdmin && role !== row.role)
      await context.demand('ManageProjectAdminPermissions', { projectId: row.project_id });
    const permissions = (patch.permissions ?? row.permissions).filter(each => {
      const permission = permissionById(each);
      return permission !== undefined && canBeGranted(permission, role);
    });
    await trx
      .updateTable('projects.contributor')
      .set({ role, permissions, paused: patch.paused ?? row.paused, updated_at: new Date() })
      .where('id', '=', row.id)
      .execute();
    if (role !== row.role)
      await this.hooks.contributorChanged.promise(context, {
        projectId: row.project_id,
        email: row.email,
        from: row.role,
        to: role,
      });
  }
}

/** Checks permissions that a role is to have. Throws INVALID_FIELD. */
export function checkPermissions(ids: readonly number[] | undefined, role: number): void {
  const offered = permissionGroups.filter(each => each.label === 'projectUser').flatMap(each => each.permissions);
  for (const id of ids ?? []) {
    const permission = offered.find(each => each.id === id);
    if (permission === undefined)
      throw invalidField(
        'body.permissions',
        `${id} is none of ${offered.map(each => `${each.id} ${each.name}`).join(', ')}`,
      );
    if (!canBeGranted(permission, role))
      throw invalidField(
        'body.permissions',
        'can be given to Project Admins only',
        `${permission.name} can be given to Project Admins only.`,
      );
  }
}

/** Returns a contributor as calls answer it. */
export function contributorView(
  row: ContributorRow,
  member: Member | undefined,
  roleName: string | undefined,
): Contributor {
  return {
    id: row.id,
    project_id: row.project_id,
    email: row.email,
    first_name: member?.firstName ?? '',
    last_name: member?.lastName ?? '',
    role: row.role,
    role_name: roleName ?? 'Custom role',
    state: member === undefined || member.pending ? 'PENDING' : 'CONFIRMED',
    paused: row.paused,
    permissions: [...row.permissions],
    group_id: row.group_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
