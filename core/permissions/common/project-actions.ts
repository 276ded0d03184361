import type { Action } from './actions.ts';
import { withoutSwitchedOff } from './features.ts';
import type { FeatureSwitches } from './features.ts';
import { actionsOfPermissions } from './permission-groups.ts';
import { folderActionTable, projectActionTable } from './project-action-table.ts';
import type { FolderAction, ProjectAction, ProjectActionRow, ProjectMark } from './project-action-table.ts';
import { isTeamAdmin, projectRoles } from './roles.ts';
import type { TeamRole } from './roles.ts';
import { teamActionTable } from './team-action-table.ts';
import type { TeamAction } from './team-action-table.ts';

/** Facts that a person's rights in one project depend on. */
export interface ProjectMembership {
  /** Project role id: 1, 2, 3 or ≥ 101. Team admins who are no members have 3. */
  readonly role: number;
  readonly teamRole: TeamRole;
  /** Ids of `projectUser` permissions given to the member. */
  readonly permissions?: readonly number[] | undefined;
  /** Ids of `rolePermission` tick boxes of the custom role. */
  readonly rolePermissions?: readonly number[] | undefined;
  readonly paused?: boolean | undefined;
  /** Item categories are switched on in the project. */
  readonly categoriesOn?: boolean | undefined;
  /** The project lets its members download (setting `Download`). */
  readonly downloadOn?: boolean | undefined;
  /** The role sees the start status of the workflow. */
  readonly seesStart?: boolean | undefined;
  /** The role sees items in progress. */
  readonly seesInProgress?: boolean | undefined;
  readonly features?: FeatureSwitches | undefined;
}

/** The narrower scope in which a role holds an action; the operation checks it. */
export type ActionScope = 'ownRole' | 'visibleItems' | 'ownComments' | 'ownData';

const scopes: readonly ProjectMark[] = [
  'ownRole',
  'visibleItems',
  'ownComments',
  'ownData',
] satisfies readonly ActionScope[];

function cell(row: ProjectActionRow, role: number): ProjectMark {
  if (role === projectRoles.projectAdmin) return row.projectAdmin;
  if (role === projectRoles.annotator) return row.annotator;
  return role === projectRoles.qa ? row.qa : row.custom;
}

/** Returns the mark of a project role for an action: its cell of the table. */
export function projectMark(action: ProjectAction | FolderAction, role: number): ProjectMark {
  const rows: readonly ProjectActionRow[] = [...projectActionTable, ...folderActionTable];
  return cell(
    rows.find(row => row.actions.includes(action))!,
    role,
  );
}

/** The scope in which the role holds the action, undefined when it is held without one or not at all. */
export function scopeOf(action: ProjectAction | FolderAction, role: number): ActionScope | undefined {
  const mark = projectMark(action, role);
  return scopes.includes(mark) ? (mark as ActionScope) : undefined;
}

function held(mark: ProjectMark, action: Action, membership: ProjectMembership): boolean {
  const admin = isTeamAdmin(membership.teamRole);
  // A team admin who acts as Project Admin needs no grants: they could give them to themselves.
  const given = (name: Action): boolean =>
    (admin && membership.role === projectRoles.projectAdmin) ||
    actionsOfPermissions(membership.permissions ?? []).has(name);
  switch (mark) {
    case 'always':
    case 'ownRole':
    case 'visibleItems':
    case 'ownData':
      return true;
    // An author may always resolve and delete what is theirs; the action is the right over others' comments.
    case 'never':
    case 'ownComments':
      return false;
    case 'teamAdmin':
      return admin;
    case 'granted':
      return given(action);
    case 'withDownload':
      return given('DownloadItem');
    case 'whenDownload':
      return membership.downloadOn === true || given(action);
    case 'whenCategories':
      return membership.categoriesOn === true;
    case 'whenPaused':
      return membership.paused === true && !admin;
    case 'seesStart':
      return membership.seesStart === true;
    case 'seesInProgress':
      return membership.seesInProgress === true;
    case 'whenTicked':
      return actionsOfPermissions(membership.rolePermissions ?? []).has(action);
  }
}

/** The project actions a person holds, less those whose feature is switched off. */
export function projectActions(membership: ProjectMembership): ProjectAction[] {
  const actions = projectActionTable.flatMap(row =>
    [...row.actions].filter(action => held(cell(row, membership.role), action, membership)),
  );
  return withoutSwitchedOff(actions, membership.features);
}

/**
 * The team-level actions that permissions given in one project hold inside it.
 */
export function teamActionsInProject(membership: ProjectMembership): TeamAction[] {
  const given = actionsOfPermissions(membership.permissions ?? []);
  const rows = teamActionTable.filter(
    row =>
      row.contributor === 'granted' ||
      (row.contributor === 'projectAdmin' && membership.role === projectRoles.projectAdmin),
  );
  return withoutSwitchedOff(
    rows.flatMap(row => [...row.actions]).filter(action => given.has(action)),
    membership.features,
  );
}

/** The folder actions a person holds in a folder that they may see. */
export function folderActions(membership: ProjectMembership): FolderAction[] {
  const actions = folderActionTable.flatMap(row =>
    [...row.actions].filter(action => held(cell(row, membership.role), action, membership)),
  );
  return withoutSwitchedOff(actions, membership.features);
}
