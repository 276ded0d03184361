import { injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { statusIconById } from '../common/status-icons.ts';
import { statusShortcutById } from '../common/status-shortcuts.ts';
import { systemWorkflow } from '../common/system-workflows.ts';
import type { TeamRoleRow, TeamStatus } from '../common/vocabulary-api.ts';
import type { WorkflowVocabulary } from '../common/workflow-file.ts';
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

/** The statuses and roles of which workflows of a team are made: those of the system and the team's own. */
@injectable()
export class Vocabulary {
  async statuses(context: RequestContext): Promise<readonly TeamStatus[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx.selectFrom('workflow.status').selectAll().where('team_id', '=', context.team.id).orderBy('id').execute(),
    );
    return [...systemStatusRows, ...rows.map(statusView)];
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

  /** Returns the names that a written workflow may use. */
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
}

/** Returns a status of the team as calls answer it. */
export const statusView = (row: StatusRow): TeamStatus => ({
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

/** Returns a role of the team as calls answer it. */
export const roleView = (row: RoleRow): TeamRoleRow => ({
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
