import type { TeamAction } from './team-action-table.ts';

/** A right that a custom team role may include, with its actions. */
export interface TeamRight {
  /** Stable: stored with the roles and sent by clients. */
  readonly key: string;
  readonly name: string;
  readonly actions: readonly TeamAction[];
}

/**
 * The rights of which custom team roles are made. Changing roles, service tokens, deleting and handing over the team
 * are not among them: each of them would let its holder become an admin.
 */
export const teamRights: readonly TeamRight[] = [
  {
    key: 'edit-team',
    name: 'Edit the team, its settings and its audit log',
    actions: ['UpdateTeam', 'UploadTeamAvatar'],
  },
  { key: 'invite-contributors', name: 'Invite contributors', actions: ['InviteTeamUser', 'CancelInvitation'] },
  { key: 'remove-contributors', name: 'Remove contributors', actions: ['RemoveTeamUser'] },
  { key: 'view-scores', name: 'View contributors’ scores', actions: ['ViewUserScores'] },
  { key: 'manage-scores', name: 'Manage scores', actions: ['ManageScores'] },
  { key: 'manage-groups', name: 'Manage groups', actions: ['ManageGroups'] },
  { key: 'manage-fields', name: 'Manage project and member fields', actions: ['ManageCustomFieldTemplates'] },
  { key: 'create-projects', name: 'Create and clone projects', actions: ['CreateProject', 'CloneProject'] },
  { key: 'delete-projects', name: 'Delete projects they are in', actions: ['DeleteProject'] },
  {
    key: 'manage-workflows',
    name: 'Manage workflows, statuses and project roles',
    actions: ['ManageWorkflows', 'ManageStatuses', 'ManageRoles'],
  },
  {
    key: 'manage-integrations',
    name: 'Manage integrations and webhooks',
    actions: ['CreateIntegration', 'UseIntegration', 'DeleteIntegration'],
  },
  { key: 'manage-automations', name: 'Manage automations', actions: ['ViewAutomations', 'ManagePipelines'] },
  { key: 'manage-apps', name: 'Manage custom apps', actions: ['ManageCustomApps'] },
  {
    key: 'manage-models',
    name: 'Manage models and their credentials',
    actions: ['ManageModels', 'ManageModelCredentials'],
  },
  { key: 'view-telemetry', name: 'View telemetry reports', actions: ['ViewTelemetryReports'] },
  { key: 'view-billing', name: 'View billing', actions: ['ViewBilling'] },
  { key: 'sdk-token', name: 'Use an SDK token', actions: ['ViewSdkToken', 'GenerateSdkToken', 'RevokeSdkToken'] },
];

const byKey: ReadonlyMap<string, TeamRight> = new Map(teamRights.map(each => [each.key, each]));

/** The right of a key, undefined when there is none. */
export const teamRightByKey = (key: string): TeamRight | undefined => byKey.get(key);

/** The actions that rights of these keys include; unknown keys give nothing. */
export const actionsOfTeamRights = (keys: Iterable<string>): ReadonlySet<TeamAction> =>
  new Set([...keys].flatMap(key => byKey.get(key)?.actions ?? []));
