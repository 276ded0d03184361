import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { Fault, forbidden, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ProjectMembership } from '#core/permissions/common/index.ts';
import {
  canBeGranted,
  permissionById,
  permissionGroups,
  projectRoles,
  scopeOf,
} from '#core/permissions/common/index.ts';
import type { Member } from '#core/tenancy/server/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { projectsEvents } from '../common/events.ts';
import type { Contributor, ProjectRole } from '../common/project.ts';
import { ProjectsHooks } from './projects-hooks.ts';
import type { ContributorRow, ProjectTables } from './projects-tables.ts';

/** What may be changed of a contributor; absent parts stay. */
export interface ContributorPatch {
  readonly role?: number | undefined;
  readonly paused?: boolean | undefined;
  readonly permissions?: readonly number[] | undefined;
}

const SYSTEM_ROLES: readonly ProjectRole[] = [
  { id: projectRoles.annotator, name: 'Annotator' },
  { id: projectRoles.qa, name: 'QA' },
  { id: projectRoles.projectAdmin, name: 'Project Admin' },
];

/** Who works in a project. Whether the caller may see or change it is asked before, but for other Project Admins, whom only team admins touch. */
export class Contributors {
  constructor(
    @inject(Members) private readonly members: Members,
    @inject(ProjectsHooks) private readonly hooks: ProjectsHooks,
  ) {}

  /** Roles people can have in the project. */
  async roles(context: RequestContext, projectId: number): Promise<readonly ProjectRole[]> {
    return this.hooks.roles.promise(context, SYSTEM_ROLES, projectId);
  }

  /** Everybody in the project, by e-mail. */
  async list(context: RequestContext, projectId: number): Promise<readonly Contributor[]> {
    return this.#views(context, projectId, await this.members.list(context));
  }

  /** Those whom the caller sees, by e-mail: groups leave others out, annotators see their own role. */
  async seen(
    context: RequestContext,
    projectId: number,
    role: ProjectMembership['role'],
  ): Promise<readonly Contributor[]> {
    const members = await this.members.seen(context);
    const emails = new Set(members.map(each => each.email));
    const all = (await this.#views(context, projectId, members)).filter(each => emails.has(each.email));
    return scopeOf('ListItemAssignment', role) === 'ownRole' ? all.filter(each => each.role === role) : all;
  }

  /** How many items those whom the caller sees have assigned. */
  async loads(
    context: RequestContext,
    projectId: number,
    role: ProjectMembership['role'],
  ): Promise<readonly { readonly id: number; readonly assigned: number }[]> {
    const loads = await this.hooks.contributorLoads.promise(context, new Map(), projectId);
    return (await this.seen(context, projectId, role)).map(each => ({
      id: each.id,
      assigned: loads.get(each.email) ?? 0,
    }));
  }

  async #views(context: RequestContext, projectId: number, people: readonly Member[]): Promise<readonly Contributor[]> {
    const members = new Map(people.map(each => [each.email, each]));
    const names = new Map((await this.roles(context, projectId)).map(each => [each.id, each.name]));
    const rows = await context.transaction((trx: Kysely<ProjectTables>) =>
      trx.selectFrom('projects.contributor').selectAll().where('project_id', '=', projectId).orderBy('email').execute(),
    );
    return rows.map(row => view(row, members.get(row.email), names.get(row.role)));
  }

  /** Gives members a role in the project; answers the e-mails of those who are no members of the team. Who is in already gets the new role. */
  async share(
    context: RequestContext,
    projectId: number,
    users: readonly { readonly email: string; readonly role: number }[],
  ): Promise<readonly string[]> {
    for (const [index, { role }] of users.entries())
      await this.#checkRole(context, projectId, role, `body.users.${index}.user_role`);
    const members = new Set((await this.members.list(context)).map(each => each.email));
    const known = users.filter(each => members.has(each.email));
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      for (const { email, role } of known) await this.#place(context, trx, projectId, email, role, null);
      if (known.length > 0) await context.publish(projectsEvents.contributorsChanged, { project_id: projectId });
    });
    return users.filter(each => !members.has(each.email)).map(each => each.email);
  }

  /** Gives the people of one project the same roles and rights in another one, but for those a group brought in. Rights are asked before; runs in the caller's transaction. */
  async copy(context: RequestContext, from: number, to: number): Promise<void> {
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      const rows = await trx
        .selectFrom('projects.contributor')
        .select(['email', 'role', 'permissions'])
        .where('project_id', '=', from)
        .where('group_id', 'is', null)
        .orderBy('id')
        .execute();
      if (rows.length === 0) return;
      await trx
        .insertInto('projects.contributor')
        .values(
          rows.map(row => ({
            team_id: context.team.id,
            project_id: to,
            email: row.email,
            role: row.role,
            permissions: [...row.permissions],
          })),
        )
        .execute();
      await context.publish(projectsEvents.contributorsChanged, { project_id: to });
    });
  }

  /** Changes one contributor. Throws NOT_FOUND, FORBIDDEN for another Project Admin, INVALID_FIELD. */
  async update(context: RequestContext, projectId: number, id: number, patch: ContributorPatch): Promise<Contributor> {
    if (patch.role !== undefined) await this.#checkRole(context, projectId, patch.role, 'body.role');
    const before = (await this.list(context, projectId)).find(each => each.id === id);
    if (before === undefined) throw notFound('The contributor');
    checkPermissions(patch.permissions, patch.role ?? before.role);
    if (before.role === projectRoles.projectAdmin) await context.demand('ManageProjectAdminPermissions', { projectId });
    if (patch.permissions !== undefined && (patch.role ?? before.role) === projectRoles.projectAdmin)
      await context.demand('ManageProjectAdminPermissions', { projectId });
    if (patch.paused !== undefined) await context.demand('PauseProjectUser', { projectId });
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      const row = await trx
        .selectFrom('projects.contributor')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) throw notFound('The contributor');
      await this.#change(context, trx, row, patch);
      await context.publish(projectsEvents.contributorsChanged, { project_id: projectId });
    });
    const after = (await this.list(context, projectId)).find(each => each.id === id);
    if (after === undefined) throw notFound('The contributor');
    return after;
  }

  /**
   * Gives or takes permissions of people, all or nothing; answers by id what really changed: what somebody had or lacked already, and
   * what the role may not have, is left out. Throws FORBIDDEN for another Project Admin, INVALID_FIELD.
   */
  async permit(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    permissionIds: readonly number[],
    give: boolean,
  ): Promise<ReadonlyMap<number, readonly number[]>> {
    return context.transaction(async (trx: Kysely<ProjectTables>) => {
      // Locked before they are read: of two grants at once none is lost.
      const rows = await trx
        .selectFrom('projects.contributor')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', 'in', [0, ...ids])
        .orderBy('id')
        .forUpdate()
        .execute();
      const changed = new Map<number, readonly number[]>();
      for (const row of rows) {
        const turned = [...new Set(permissionIds)].filter(each => {
          const permission = permissionById(each);
          return (
            permission !== undefined &&
            row.permissions.includes(each) !== give &&
            (!give || canBeGranted(permission, row.role))
          );
        });
        if (turned.length === 0) continue;
        const permissions = give
          ? [...row.permissions, ...turned]
          : row.permissions.filter(each => !turned.includes(each));
        checkPermissions(permissions, row.role);
        if (row.role === projectRoles.projectAdmin)
          await context.demand('ManageProjectAdminPermissions', { projectId });
        await this.#change(context, trx, row, { permissions });
        changed.set(row.id, turned);
      }
      if (changed.size > 0) await context.publish(projectsEvents.contributorsChanged, { project_id: projectId });
      return changed;
    });
  }

  /** Takes people out of the project; answers those who are out now and those who were not in it or may not be touched. */
  async remove(
    context: RequestContext,
    projectId: number,
    emails: readonly string[],
  ): Promise<{ readonly succeeded: readonly string[]; readonly failed: readonly string[] }> {
    const touchesAdmins = await context.can('ManageProjectAdminPermissions', { projectId });
    const succeeded: string[] = [];
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      const rows = await trx
        .selectFrom('projects.contributor')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('email', 'in', [...new Set(emails)])
        .forUpdate()
        .execute();
      for (const row of rows) {
        if (row.role === projectRoles.projectAdmin && !touchesAdmins) continue;
        await this.#leave(context, trx, row);
        succeeded.push(row.email);
      }
      if (succeeded.length > 0) await context.publish(projectsEvents.contributorsChanged, { project_id: projectId });
    });
    return { succeeded, failed: emails.filter(each => !succeeded.includes(each)) };
  }

  /**
   * Brings members of the team in for a group, with a role of the project. Who was shared with directly keeps what they have. Rights are
   * asked before; runs in the caller's transaction.
   */
  async bringIn(
    context: RequestContext,
    projectId: number,
    emails: readonly string[],
    role: number,
    groupId: number,
  ): Promise<void> {
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      for (const email of emails) await this.#place(context, trx, projectId, email, role, groupId);
      if (emails.length > 0) await context.publish(projectsEvents.contributorsChanged, { project_id: projectId });
    });
  }

  /** Takes out those whom only the group brought in: of one project or all, these people or all. Rights are asked before. */
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
      for (const row of rows) await this.#leave(context, trx, row);
      for (const projectId of new Set(rows.map(row => row.project_id)))
        await context.publish(projectsEvents.contributorsChanged, { project_id: projectId });
    });
  }

  /** Takes one person out. Throws NOT_FOUND, FORBIDDEN for a Project Admin. */
  async removeOne(context: RequestContext, projectId: number, id: number): Promise<void> {
    const found = (await this.list(context, projectId)).find(each => each.id === id);
    if (found === undefined) throw notFound('The contributor');
    const { failed } = await this.remove(context, projectId, [found.email]);
    if (failed.length > 0) throw forbidden('ManageProjectAdminPermissions');
  }

  /** Takes somebody out of every project of the team, when they leave it. Runs in the caller's transaction. */
  async removeEverywhere(context: RequestContext, email: string): Promise<void> {
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      const rows = await trx
        .selectFrom('projects.contributor')
        .selectAll()
        .where('email', '=', email)
        .forUpdate()
        .execute();
      for (const row of rows) {
        await this.#leave(context, trx, row);
        await context.publish(projectsEvents.contributorsChanged, { project_id: row.project_id });
      }
    });
  }

  async #place(
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
    await this.#change(context, trx, before, { role });
    if (before.group_id !== groupId)
      await trx.updateTable('projects.contributor').set({ group_id: groupId }).where('id', '=', before.id).execute();
  }

  async #leave(context: RequestContext, trx: Kysely<ProjectTables>, row: ContributorRow): Promise<void> {
    await this.hooks.contributorChanged.promise(context, {
      projectId: row.project_id,
      email: row.email,
      from: row.role,
      to: undefined,
    });
    await trx.deleteFrom('projects.contributor').where('id', '=', row.id).execute();
  }

  async #change(
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

  async #checkRole(context: RequestContext, projectId: number, role: number, field: string): Promise<void> {
    const roles = await this.roles(context, projectId);
    if (!roles.some(each => each.id === role))
      throw invalidField(
        field,
        `must be a role of this project: ${roles.map(each => `${each.id} ${each.name}`).join(', ')}`,
      );
    if (role === projectRoles.projectAdmin) await context.demand('ManageProjectAdminPermissions', { projectId });
  }
}

function checkPermissions(ids: readonly number[] | undefined, role: number): void {
  const offered = permissionGroups.filter(each => each.label === 'projectUser').flatMap(each => each.permissions);
  for (const id of ids ?? []) {
    const permission = offered.find(each => each.id === id);
    if (permission === undefined)
      throw invalidField(
        'body.permissions',
        `${id} is none of ${offered.map(each => `${each.id} ${each.name}`).join(', ')}`,
      );
    if (!canBeGranted(permission, role))
      throw new Fault(
        'INVALID_FIELD',
        `body.permissions is not valid: ${permission.name} can be given to Project Admins only`,
        {
          status: 400,
          details: { issues: [{ field: 'body.permissions', reason: 'can be given to Project Admins only' }] },
        },
      );
  }
}

function view(row: ContributorRow, member: Member | undefined, roleName: string | undefined): Contributor {
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
