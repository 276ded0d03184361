import type { Action } from './actions.ts';
import { projectRoles } from './roles.ts';

/** A right that is given to single people, with its actions. */
export interface Permission {
  readonly id: number;
  readonly name: string;
  readonly actions: readonly Action[];
  /** Project roles that may be given it; without the list every role may. */
  readonly projectRoles?: readonly number[];
}

export interface PermissionGroup {
  readonly id: number;
  readonly name: string;
  /** `projectUser` per project member, `teamUser` per team member, `rolePermission` the tick boxes of a custom role. */
  readonly label: 'projectUser' | 'teamUser' | 'rolePermission';
  readonly permissions: readonly Permission[];
}

const admins = [projectRoles.projectAdmin];
const explore: readonly Action[] = [
  'RunExplore',
  'ManageSavedQueries',
  'ManageSubsets',
  'ManageBookmarks',
  'ApplyExploreBulkAction',
];

/** The rights that can be given one by one. Ids are stable: they travel on the wire. */
export const permissionGroups: readonly PermissionGroup[] = [
  {
    id: 1,
    name: 'Project users',
    label: 'projectUser',
    permissions: [
      { id: 28, name: 'Download', actions: ['DownloadItem', 'CreateExport', 'DeleteExport'], projectRoles: admins },
      { id: 29, name: 'Upload', actions: ['UploadItem'], projectRoles: admins },
      { id: 30, name: 'Delete items', actions: ['DeleteItem'], projectRoles: admins },
      { id: 31, name: 'Use integrations', actions: ['UseIntegration'], projectRoles: admins },
      { id: 32, name: 'Edit form', actions: ['EditForm'], projectRoles: admins },
      { id: 33, name: 'View custom fields', actions: ['ViewProjectCustomFields'], projectRoles: admins },
      { id: 34, name: 'Edit custom fields', actions: ['EditProjectCustomFields'], projectRoles: admins },
      { id: 35, name: 'Explore', actions: explore },
    ],
  },
  {
    id: 2,
    name: 'Team users',
    label: 'teamUser',
    permissions: [
      { id: 21, name: 'Remove Contributors from team', actions: ['RemoveTeamUser'] },
      { id: 22, name: "View Contributors' scores", actions: ['ViewUserScores'] },
      // A token is each person's own, so seeing it without making it would be a right to nothing.
      { id: 23, name: 'View SDK token', actions: ['ViewSdkToken', 'GenerateSdkToken', 'RevokeSdkToken'] },
    ],
  },
  {
    id: 3,
    name: 'Role permissions',
    label: 'rolePermission',
    permissions: [
      { id: 11, name: 'Revert changes', actions: ['ApplyItemAnnotationRevert'] },
      { id: 12, name: 'Approve/disapprove object instances', actions: ['ApplyItemAnnotationInstanceApprovalStatus'] },
      { id: 13, name: 'Approve/disapprove item', actions: ['ApplyItemApprovalStatus'] },
      { id: 14, name: 'Pin', actions: ['ApplyItemPin'] },
      { id: 15, name: 'Resolve comments', actions: ['ResolveItemAnnotationComment'] },
      { id: 16, name: 'Delete comments', actions: ['DeleteItemAnnotationComment'] },
    ],
  },
];

/** The rights that can be given to contributors of a team. */
export const teamPermissions: readonly Permission[] = permissionGroups
  .filter(group => group.label === 'teamUser')
  .flatMap(group => group.permissions);

const byId: ReadonlyMap<number, Permission> = new Map(
  permissionGroups.flatMap(group => group.permissions.map(permission => [permission.id, permission])),
);

/** The permission of an id, undefined when there is none. */
export const permissionById = (id: number): Permission | undefined => byId.get(id);

/** True when a member with that project role may be given the permission. */
export const canBeGranted = (permission: Permission, projectRole: number): boolean =>
  permission.projectRoles?.includes(projectRole) ?? true;

/** The actions that permissions of these ids include; unknown ids give nothing. */
export function actionsOfPermissions(ids: Iterable<number>): ReadonlySet<Action> {
  return new Set([...ids].flatMap(id => permissionById(id)?.actions ?? []));
}
