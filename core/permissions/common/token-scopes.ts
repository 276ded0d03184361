import type { Action } from './actions.ts';
import { actionNames, isAction, platformActions } from './actions.ts';

/**
 * Scopes of an access token. `read` covers the rights that change nothing; each other scope covers the rights to change
 * one area.
 */
export const tokenScopes = ['read', 'annotate', 'items', 'projects', 'explore', 'members', 'automate'] as const;
export type TokenScope = (typeof tokenScopes)[number];

const changes: Readonly<Record<Exclude<TokenScope, 'read'>, readonly Action[]>> = {
  annotate: [
    'AnnotateItem',
    'CommentItem',
    'RequestItem',
    'RequestItemByCategory',
    'TrackTime',
    'ApplyItemAnnotationRevert',
    'ApplyItemAnnotationInstanceApprovalStatus',
    'ApplyItemApprovalStatus',
    'ApplyItemPin',
    'ResolveItemAnnotationComment',
    'DeleteItemAnnotationComment',
    'ApplyItemTransition',
    'ApplyItemStatus',
  ],
  items: [
    'CreateFolder',
    'UpdateFolder',
    'DeleteFolder',
    'AssignFolder',
    'UploadItem',
    'DeleteItem',
    'AssignItem',
    'CopyItem',
    'MoveItem',
    'SetItemCategory',
    'SetItemPriority',
    'CreateExport',
    'DeleteExport',
  ],
  projects: [
    'CreateProject',
    'CloneProject',
    'DeleteProject',
    'UpdateProject',
    'UpdateProjectSettings',
    'ShareProject',
    'ChangeProjectUserRole',
    'PauseProjectUser',
    'ManageProjectAdminPermissions',
    'EditForm',
    'EditProjectCustomFields',
    'CreateClass',
    'UpdateClass',
    'DeleteClass',
    'ReorderClass',
    'CreateAttributeGroup',
    'UpdateAttributeGroup',
    'DeleteAttributeGroup',
    'CreateAttribute',
    'UpdateAttribute',
    'DeleteAttribute',
    'GenerateAnalytics',
    'ManageWorkflows',
    'ManageRoles',
    'ManageStatuses',
    'ManageCustomFieldTemplates',
    'ManageScores',
    'UseTeamFormBuilder',
  ],
  explore: ['ManageSavedQueries', 'ManageSubsets', 'ManageBookmarks', 'ApplyExploreBulkAction'],
  members: [
    'UpdateTeam',
    'UploadTeamAvatar',
    'InviteTeamUser',
    'CancelInvitation',
    'RemoveTeamUser',
    'ChangeTeamUserRole',
    'ManageUserCustomFields',
    'ManageWorkSchedules',
    'ManageGroups',
  ],
  automate: [
    'CreateIntegration',
    'UseIntegration',
    'DeleteIntegration',
    'ManageCustomApps',
    'UseCustomApp',
    'ManagePipelines',
    'ManageModels',
    'ManageModelCredentials',
  ],
};

/** Actions that no access token has: tokens make no tokens, buy nothing, and neither end nor give away a team. */
const sessionOnly: ReadonlySet<string> = new Set<Action>([
  ...platformActions,
  'GenerateSdkToken',
  'RevokeSdkToken',
  'ManageServiceTokens',
  'ManageBilling',
  'DeleteTeam',
  'TransferTeam',
]);

const scopeOf: ReadonlyMap<string, TokenScope> = new Map<string, TokenScope>([
  ...actionNames.filter(action => !sessionOnly.has(action)).map(action => [action, 'read'] as const),
  ...Object.entries(changes).flatMap(([scope, actions]) =>
    actions.map(action => [action, scope as TokenScope] as const),
  ),
]);

/** Returns the scope that a change by an action needs; undefined for actions that no access token has. */
export const scopeOfAction = (action: string): TokenScope | undefined => scopeOf.get(action);

/**
 * True when a token with these scopes may use the action in a call that changes something, or in one that only reads.
 */
export function scopesAllow(scopes: ReadonlySet<string>, action: string, reads: boolean): boolean {
  if (action === 'super-admin' || sessionOnly.has(action)) return false;
  // Words such as `team-member` and actions of newer plugins: the call itself was allowed by a scope.
  if (!isAction(action) || reads) return true;
  return scopes.has(scopeOf.get(action)!);
}

/**
 * Returns the scope that a token lacks for a call with this access, `session` where no scope would do, undefined when
 * nothing is missing.
 */
export function missingScope(
  scopes: ReadonlySet<string>,
  access: string,
  reads: boolean,
): TokenScope | 'session' | 'write' | undefined {
  if (!scopesAllow(scopes, access, true)) return 'session';
  const scope = isAction(access) ? scopeOf.get(access)! : undefined;
  // Also for calls that only read: what a right to upload reads is the key of the storage.
  if (scope !== undefined && scope !== 'read') return scopes.has(scope) ? undefined : scope;
  if (reads) return scopes.has('read') ? undefined : 'read';
  return [...scopes].some(each => each !== 'read') ? undefined : 'write';
}
