import { injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { permissionGroups, projectRoleName } from '#core/permissions/common/index.ts';
import { statusIconById } from '../common/status-icons.ts';
import { statusShortcutById } from '../common/status-shortcuts.ts';
import { systemWorkflow } from '../common/system-workflows.ts';
import { customNameLimit, roleOrStatusNameProblem } from '../common/validate-workflow.ts';
import type {
  RoleChange,
  RoleDraft,
  StatusChange,
  StatusDraft,
  TeamRoleRow,
  TeamStatus,
} from '../common/vocabulary-api.ts';
import { workflowEvents } from '../common/events.ts';
import type { WorkflowVocabulary } from '../common/workflow-file.ts';
import { renameInFile } from '../common/workflow-file.ts';
import { lockTeamWorkflows } from './team-workflows-lock.ts';
import type { RoleRow, StatusRow, WorkflowTables } from './workflow-tables.ts';

type Trx = Kysely<WorkflowTables>;

/** When the built-in statuses and roles came into being; they never change. */
export const BUILT = '2026-01-01T00:00:00.000Z';

const systemStatusRows: readonly TeamStatus[] = systemWorkflow.statuses.map(each => ({
  id: each.status_id,
  team_id: null,
  name: each.name,
  value: each.value,
  description: null,
  icon_id: null,
  shortcut_id: null,
  type: 'system',
  createdAt: BUILT,
  updatedAt: BUILT,
}));
const systemRoleRows: readonly TeamRoleRow[] = systemWorkflow.roles.map(each => ({
  id: each.role_id,
  team_id: null,
  name: each.name,
  description: null,
  isAdmin: each.isAdmin,
  type: 'system',
  rolePermissions: [],
  workflowRoleStatuses: each.workflowRoleStatuses.map(entry => ({ ...entry })),
  createdAt: BUILT,
  updatedAt: BUILT,
}));
const ticks: ReadonlySet<number> = new Set(
  permissionGroups
    .filter(each => each.label === 'rolePermission')
    .flatMap(each => each.permissions.map(permission => permission.id)),
);

/** The statuses and roles of which workflows of a team are made: those of the system and the team's own. */
@injectable()
export class Vocabulary {
  async statuses(context: RequestContext): Promise<readonly TeamStatus[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx.selectFrom('workflow.status').selectAll().where('team_id', '=', context.team.id).orderBy('id').execute(),
    );
    return [...systemStatusRows, ...rows.map(statusView)];
  }

  /** Makes a status with the next free code from 101. Throws INVALID_FIELD, NAME_EXISTS, or PLAN_LIMIT beyond 200. */
  async createStatus(context: RequestContext, draft: StatusDraft): Promise<TeamStatus> {
    demandLook(draft);
    return this.#changed(context, async trx => {
      const known = await this.statuses(context);
      demandName(
        draft.name,
        known.map(each => each.name),
      );
      assertQuota(known, 'statuses');
      return statusView(
        await trx
          .insertInto('workflow.status')
          .values({
            team_id: context.team.id,
            name: draft.name,
            value: Math.max(100, ...known.map(each => each.value)) + 1,
            description: draft.description ?? null,
            icon_id: draft.icon_id ?? null,
            shortcut_id: draft.shortcut_id ?? null,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    });
  }

  /** Changes a status of the team, also in use; workflows that name it follow a new name. Throws as `createStatus` does. */
  async updateStatus(context: RequestContext, id: number, change: StatusChange): Promise<TeamStatus> {
    demandLook(change);
    return this.#changed(context, async trx => {
      const known = await this.statuses(context);
      const before = known.find(each => each.id === id && each.type === 'user');
      if (before === undefined) throw notFound('The status');
      if (change.name !== undefined && change.name !== before.name) {
        demandName(
          change.name,
          known.filter(each => each.id !== id).map(each => each.name),
        );
        await this.#rename(trx, context, 'statuses', before.name, change.name);
      }
      const { name, description, icon_id, shortcut_id } = change;
      const given = Object.fromEntries(
        Object.entries({ name, description, icon_id, shortcut_id }).filter(([, value]) => value !== undefined),
      );
      return statusView(
        await trx
          .updateTable('workflow.status')
          .set({ ...given, updated_at: new Date() })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    });
  }

  /** Throws NOT_FOUND for a system status or one of another team, CONFLICT naming the workflows that have it. */
  async deleteStatus(context: RequestContext, id: number): Promise<void> {
    await this.#changed(context, async trx => {
      const status = (await this.statuses(context)).find(each => each.id === id && each.type === 'user');
      if (status === undefined) throw notFound('The status');
      await this.#demandUnused(context, 'statuses', status.name);
      await trx.deleteFrom('workflow.status').where('id', '=', id).execute();
    });
  }

  async roles(context: RequestContext): Promise<readonly TeamRoleRow[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx.selectFrom('workflow.role').selectAll().where('team_id', '=', context.team.id).orderBy('id').execute(),
    );
    return [...systemRoleRows, ...rows.map(roleView)];
  }

  /** Throws NOT_FOUND. */
  async role(context: RequestContext, id: number): Promise<TeamRoleRow> {
    const found = (await this.roles(context)).find(each => each.id === id);
    if (found === undefined) throw notFound('The role');
    return found;
  }

  /** Makes a role with the ticked permissions. Throws INVALID_FIELD, NAME_EXISTS, or PLAN_LIMIT beyond 200. */
  async createRole(context: RequestContext, draft: RoleDraft): Promise<TeamRoleRow> {
    return this.#changed(context, async trx => {
      const known = await this.roles(context);
      demandName(
        draft.name,
        known.flatMap(each => [each.name, projectRoleName(each.id) ?? each.name]),
      );
      assertQuota(known, 'roles');
      return roleView(
        await trx
          .insertInto('workflow.role')
          .values({
            team_id: context.team.id,
            name: draft.name,
            description: draft.description ?? null,
            permissions: readTicks(draft.rolePermissions ?? []),
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    });
  }

  /** Changes a role of the team, also in use; workflows that name it follow a new name. */
  async updateRole(context: RequestContext, id: number, change: RoleChange): Promise<TeamRoleRow> {
    return this.#changed(context, async trx => {
      const before = await this.role(context, id);
      if (before.type === 'system') throw notFound('The role');
      if (change.name !== undefined && change.name !== before.name) {
        demandName(
          change.name,
          (await this.roles(context))
            .filter(each => each.id !== id)
            .flatMap(each => [each.name, projectRoleName(each.id) ?? each.name]),
        );
        await this.#rename(trx, context, 'roles', before.name, change.name);
      }
      return roleView(
        await trx
          .updateTable('workflow.role')
          .set({
            ...(change.name === undefined ? {} : { name: change.name }),
            ...(change.description === undefined ? {} : { description: change.description }),
            ...(change.rolePermissions === undefined || change.rolePermissions === null
              ? {}
              : { permissions: readTicks(change.rolePermissions) }),
            updated_at: new Date(),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    });
  }

  /** Throws NOT_FOUND for a system role or one of another team, CONFLICT naming the workflows that have it, or while people or groups have it in a project. */
  async deleteRole(context: RequestContext, id: number): Promise<void> {
    await this.#changed(context, async trx => {
      const role = await this.role(context, id);
      if (role.type === 'system') throw notFound('The role');
      await this.#demandUnused(context, 'roles', role.name);
      await this.#demandNobodys(trx, context, role);
      await trx.deleteFrom('workflow.role').where('id', '=', id).execute();
    });
  }

  /** What a written workflow may name. */
  async words(context: RequestContext): Promise<WorkflowVocabulary> {
    const [statuses, roles] = [await this.statuses(context), await this.roles(context)];
    return {
      roles: roles.map(each => ({ role_id: each.id, name: each.name, isAdmin: each.isAdmin })),
      statuses: statuses.map(each => {
        const system = systemWorkflow.statuses.find(status => status.status_id === each.id);
        if (system !== undefined) return system;
        const icon = each.icon_id === null ? undefined : statusIconById(each.icon_id);
        const shortcut = each.shortcut_id === null ? undefined : statusShortcutById(each.shortcut_id);
        return {
          status_id: each.id,
          value: each.value,
          name: each.name,
          icon: { name: icon?.name ?? 'circle', ...(icon === undefined ? {} : { data: icon.data }) },
          ...(shortcut === undefined ? {} : { shortcut: { keys: shortcut.label } }),
        };
      }),
    };
  }

  async #rename(
    trx: Trx,
    context: RequestContext,
    list: 'roles' | 'statuses',
    from: string,
    to: string,
  ): Promise<void> {
    const rows = await trx
      .selectFrom('workflow.workflow')
      .select(['id', 'raw_config'])
      .where('team_id', '=', context.team.id)
      .where(sql<boolean>`raw_config -> ${sql.lit(list)} @> ${JSON.stringify([from])}::jsonb`)
      .execute();
    for (const { id, raw_config: file } of rows) {
      await trx
        .updateTable('workflow.workflow')
        .set({ raw_config: JSON.stringify(renameInFile(file, list, from, to)), updated_at: new Date() })
        .where('id', '=', id)
        .execute();
      await context.publish(workflowEvents.changed, { workflow_id: id });
    }
  }

  async #demandUnused(context: RequestContext, list: 'roles' | 'statuses', name: string): Promise<void> {
    const users = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('workflow.workflow')
        .select('name')
        .where('team_id', '=', context.team.id)
        .where(sql<boolean>`raw_config -> ${sql.lit(list)} @> ${JSON.stringify([name])}::jsonb`)
        .orderBy('id')
        .execute(),
    );
    if (users.length > 0)
      throw new Fault(
        'CONFLICT',
        `${name} is used by ${users.map(each => each.name).join(', ')}. Take it out of ${users.length === 1 ? 'this workflow' : 'these workflows'} first.`,
        { status: 409, details: { workflows: users.map(each => each.name) } },
      );
  }

  async #demandNobodys(trx: Trx, context: RequestContext, { id, name }: TeamRoleRow): Promise<void> {
    const count = async (table: string): Promise<number> =>
      (
        await sql<{
          count: number;
        }>`select count(*)::int as count from ${sql.table(table)} where team_id = ${context.team.id} and role = ${id}`.execute(
          trx,
        )
      ).rows[0]!.count;
    const people = await count('projects.contributor');
    // An installation may have no groups.
    const { there } = (
      await sql<{ there: boolean }>`select to_regclass('groups.scope') is not null as there`.execute(trx)
    ).rows[0]!;
    const groups = there ? await count('groups.scope') : 0;
    if (people + groups === 0) return;
    throw new Fault(
      'CONFLICT',
      `People or groups have the role ${name} in projects (people: ${people}, groups: ${groups}). Give them another role first.`,
      { status: 409, details: { people, groups } },
    );
  }

  /** Changes words of the team, one caller at a time. */
  async #changed<T>(context: RequestContext, work: (trx: Trx) => Promise<T>): Promise<T> {
    try {
      return await context.transaction(async (trx: Trx) => {
        await lockTeamWorkflows(trx, context);
        const result = await work(trx);
        await context.publish(workflowEvents.vocabularyChanged, {});
        return result;
      });
    } catch (error) {
      if (asUniqueViolation(error) === undefined) throw error;
      throw nameTaken();
    }
  }
}

const nameTaken = (): Fault =>
  new Fault('NAME_EXISTS', 'This name already exists.', { status: 409, details: { field: 'name' } });

function demandLook({ icon_id: icon, shortcut_id: shortcut }: Pick<StatusChange, 'icon_id' | 'shortcut_id'>): void {
  if (typeof icon === 'number' && statusIconById(icon) === undefined)
    throw invalidField('icon_id', 'is no icon: ask for the list of icons');
  if (typeof shortcut === 'number' && statusShortcutById(shortcut) === undefined)
    throw invalidField('shortcut_id', 'is no shortcut: ask for the list of shortcuts');
}

function demandName(name: string, taken: readonly string[]): void {
  const problem = roleOrStatusNameProblem(name);
  if (problem !== undefined)
    throw new Fault('INVALID_FIELD', problem, {
      status: 400,
      details: { issues: [{ field: 'name', reason: problem }] },
    });
  if (taken.some(each => each.toLowerCase() === name.toLowerCase())) throw nameTaken();
}

function assertQuota(known: readonly { readonly type: string }[], list: 'roles' | 'statuses'): void {
  if (known.filter(each => each.type === 'user').length >= customNameLimit)
    throw new Fault('PLAN_LIMIT', `A team has at most ${customNameLimit} ${list} of its own.`, { status: 422 });
}

function readTicks(given: readonly { readonly permission_id: number }[]): number[] {
  const unknown = given.findIndex(each => !ticks.has(each.permission_id));
  if (unknown !== -1)
    throw invalidField(`rolePermissions.${unknown}.permission_id`, `must be one of ${[...ticks].join(', ')}`);
  return [...new Set(given.map(each => each.permission_id))];
}

const statusView = (row: StatusRow): TeamStatus => ({
  id: row.id,
  team_id: row.team_id,
  name: row.name,
  value: row.value,
  description: row.description,
  icon_id: row.icon_id,
  shortcut_id: row.shortcut_id,
  type: 'user',
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const roleView = (row: RoleRow): TeamRoleRow => ({
  id: row.id,
  team_id: row.team_id,
  name: row.name,
  description: row.description,
  isAdmin: false,
  type: 'user',
  rolePermissions: row.permissions.map(permission_id => ({ permission_id })),
  workflowRoleStatuses: [],
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
