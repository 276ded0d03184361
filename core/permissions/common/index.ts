export { actionGroups, groupContains } from './action-groups.ts';
export type { ActionGroup } from './action-groups.ts';
export {
  actionNames,
  folderActionNames,
  isAction,
  platformActions,
  projectActionNames,
  teamActionNames,
} from './actions.ts';
export type { Action, PlatformAction } from './actions.ts';
export { explain } from './explain.ts';
export { actionsOfFeature, featureNames, featureOn, withoutSwitchedOff } from './features.ts';
export type { Feature, FeatureSwitches } from './features.ts';
export { flagsOf } from './flags.ts';
export type { Flags } from './flags.ts';
export { holds, holdsAnywhere, toAccess } from './grants.ts';
export type { Access, Grants } from './grants.ts';
export {
  actionsOfPermissions,
  canBeGranted,
  permissionById,
  permissionGroups,
  teamPermissions,
} from './permission-groups.ts';
export type { Permission, PermissionGroup } from './permission-groups.ts';
export { folderActionTable, projectActionTable } from './project-action-table.ts';
export type { FolderAction, ProjectAction, ProjectActionRow, ProjectMark } from './project-action-table.ts';
export { folderActions, projectActions, projectMark, scopeOf, teamActionsInProject } from './project-actions.ts';
export type { ActionScope, ProjectMembership } from './project-actions.ts';
export {
  derivedTeamFields,
  firstCustomRole,
  isCustomRole,
  isProjectRole,
  isTeamAdmin,
  projectRoleLabel,
  projectRoleName,
  projectRoles,
  sortTeams,
  teamRoleLabels,
  teamRoleOf,
  teamRoles,
} from './roles.ts';
export type { DerivedTeamFields, TeamOfUser, TeamRole } from './roles.ts';
export { teamActionTable } from './team-action-table.ts';
export type { TeamAction, TeamActionRow, TeamMark } from './team-action-table.ts';
export { missingScope, scopesAllow, tokenScopes } from './token-scopes.ts';
export type { TokenScope } from './token-scopes.ts';
export { teamActions, teamMark } from './team-actions.ts';
export type { CustomTeamRole, TeamMembership } from './team-actions.ts';
export { actionsOfTeamRights, teamRightByKey, teamRights } from './team-rights.ts';
export type { TeamRight } from './team-rights.ts';
