/**
 * Mark of a team role for an action: `always`, `granted` (only when given to the person), `never`;
 * the other marks hold it within a limit that the operation itself checks.
 */
export type TeamMark =
  | 'always'
  | 'granted'
  | 'never'
  | 'ownGroup'
  | 'own'
  | 'notOwner'
  | 'fieldAccess'
  | 'perApp'
  | 'projectAdmin'
  | 'providerDomain';

export interface TeamActionRow {
  readonly area: string;
  readonly actions: readonly string[];
  /** Team Owner and Organization Owner. */
  readonly owner: TeamMark;
  readonly admin: TeamMark;
  readonly contributor: TeamMark;
}

const row = <const Name extends string>(
  area: string,
  actions: readonly Name[],
  owner: TeamMark,
  admin: TeamMark,
  contributor: TeamMark,
) => ({ area, actions, owner, admin, contributor }) as const;

/** Actions of the team roles: the table of roles-permissions 2, row by row. */
export const teamActionTable = [
  row('Team', ['ViewTeam'], 'always', 'always', 'always'),
  row('Team', ['UpdateTeam', 'UploadTeamAvatar'], 'always', 'always', 'never'),
  row('Team', ['DeleteTeam', 'TransferTeam'], 'always', 'never', 'never'),
  row('Members', ['ListTeamUsers'], 'always', 'always', 'ownGroup'),
  row('Members', ['InviteTeamUser', 'CancelInvitation'], 'always', 'always', 'never'),
  row('Members', ['RemoveTeamUser'], 'always', 'notOwner', 'granted'),
  row('Members', ['ChangeTeamUserRole'], 'always', 'notOwner', 'never'),
  row('Members', ['ViewUserScores'], 'always', 'always', 'granted'),
  row('Members', ['ManageUserCustomFields'], 'always', 'always', 'fieldAccess'),
  row('Members', ['ManageWorkSchedules'], 'always', 'always', 'own'),
  row('Groups', ['ManageGroups'], 'always', 'always', 'never'),
  row('SDK', ['ViewSdkToken'], 'always', 'always', 'granted'),
  row('SDK', ['GenerateSdkToken', 'RevokeSdkToken'], 'always', 'always', 'granted'),
  row('SDK', ['ManageServiceTokens'], 'always', 'always', 'never'),
  row('Workflow', ['ManageWorkflows', 'ManageRoles', 'ManageStatuses'], 'always', 'always', 'never'),
  row('Projects', ['CreateProject', 'CloneProject', 'DeleteProject'], 'always', 'always', 'never'),
  row('Integrations', ['CreateIntegration', 'DeleteIntegration'], 'always', 'always', 'never'),
  row('Integrations', ['UseIntegration'], 'always', 'always', 'projectAdmin'),
  row('Apps', ['ManageCustomApps'], 'always', 'always', 'never'),
  row('Apps', ['UseCustomApp'], 'always', 'always', 'perApp'),
  row('Automations', ['ViewAutomations', 'ManagePipelines'], 'always', 'always', 'never'),
  row('Models', ['ManageModels', 'ManageModelCredentials'], 'always', 'always', 'never'),
  row('Scores', ['ManageScores'], 'always', 'always', 'never'),
  row('Project and member fields', ['ManageCustomFieldTemplates'], 'always', 'always', 'never'),
  row('Telemetry', ['ViewTelemetryReports'], 'always', 'always', 'never'),
  row('Billing', ['ViewBilling'], 'always', 'always', 'never'),
  row('Billing', ['ManageBilling'], 'always', 'never', 'never'),
  row('Form builder', ['UseTeamFormBuilder'], 'providerDomain', 'providerDomain', 'never'),
] as const satisfies readonly TeamActionRow[];

export type TeamAction = (typeof teamActionTable)[number]['actions'][number];
