import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { forbidden, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ProjectMembership } from '#core/permissions/common/index.ts';
import { canBeGranted, permissionById, projectRoles, scopeOf } from '#core/permissions/common/index.ts';
import type { Member } from '#core/tenancy/server/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { projectsEvents } from '../common/events.ts';
import type { Contributor, ProjectRole } from '../common/project.ts';
import type { ContributorPatch } from './contributor-rows.ts';
import { checkPermissions, ContributorRows, contributorView } from './contributor-rows.ts';
import { ProjectsHooks } from './projects-hooks.ts';
import type { ProjectTables } from './projects-tables.ts';

const SYSTEM_ROLES: readonly ProjectRole[] = [
  { id: projectRoles.annotator, name: 'Annotator' },
  { id: projectRoles.qa, name: 'QA' },
  { id: projectRoles.projectAdmin, name: 'Project Admin' },
];

/**
 * People of a project. Whether the caller may see or change it is asked before, but for other Project Admins, whom only
 * team admins touch.
 */
export class Contributors {
  constructor(
    @inject(Members) private readonly members: Members,
    @inject(ProjectsHooks) private readonly hooks: ProjectsHooks,
    @inject(ContributorRows) private readonly rows: ContributorRows,
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

  /** Returns the number of items assigned to those whom the caller sees. */
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
    return rows.map(row => contributorView(row, members.get(row.email), names.get(row.role)));
  }

  /**
   * Gives members a role in the project; answers the e-mails of those who are no members of the team. Who is in already
   * gets the new role.
   */
  async share(
    context: RequestContext,
    projectId: number,
    users: readonly { readonly email: string; readonly role: number }[],
  ): Promise<readonly string[]> {
    for (const [index, { role }] of users.entries())
      await this.#checkRole(context, projectId, role, `body.users.${index}.user_role`);
    const names = new Map(
      (await this.members.list(context)).flatMap(({ email, address }) => [
        [address, email],
        [email, email],
      ]),
    );
    const known = users.flatMap(({ email, role }) => (names.has(email) ? [{ email: names.get(email)!, role }] : []));
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      for (const { email, role } of known) await this.rows.place(context, trx, projectId, email, role, null);
      if (known.length > 0) await context.publish(projectsEvents.contributorsChanged, { project_id: projectId });
    });
    return users.filter(each => !names.has(each.email)).map(each => each.email);
  }

  /**
   * Gives the people of one project the same roles and rights in another one, but for those a group added. Rights are
   * asked before; runs in the caller's transaction.
   */
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
        // Who cloned the project is in already, as its Project Admin.
        .onConflict(conflict => conflict.columns(['team_id', 'project_id', 'email']).doNothing())
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
      await this.rows.change(context, trx, row, patch);
      await context.publish(projectsEvents.contributorsChanged, { project_id: projectId });
    });
    const after = (await this.list(context, projectId)).find(each => each.id === id);
    if (after === undefined) throw notFound('The contributor');
    return after;
  }

  /**
   * Gives or takes permissions of people, all or nothing; answers by id what really changed: what somebody had or
   * lacked already, and what the role may not have, is left out. Throws FORBIDDEN for another Project Admin,
   * INVALID_FIELD.
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
        await this.rows.change(context, trx, row, { permissions });
        changed.set(row.id, turned);
      }
      if (changed.size > 0) await context.publish(projectsEvents.contributorsChanged, { project_id: projectId });
      return changed;
    });
  }

  /**
   * Takes people out of the project; answers those who are out now and those who were not in it or may not be touched.
   */
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
        await this.rows.leave(context, trx, row);
        succeeded.push(row.email);
      }
      if (succeeded.length > 0) await context.publish(projectsEvents.contributorsChanged, { project_id: projectId });
    });
    return { succeeded, failed: emails.filter(each => !succeeded.includes(each)) };
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
        await this.rows.leave(context, trx, row);
        await context.publish(projectsEvents.contributorsChanged, { project_id: row.project_id });
      }
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
