import { describe, expect, it } from 'vitest';
import { teamActionNames } from './actions.ts';
import { permissionGroups } from './permission-groups.ts';
import { teamRoles } from './roles.ts';
import type { TeamRole } from './roles.ts';
import type { TeamAction } from './team-action-table.ts';
import { teamActions } from './team-actions.ts';
import { teamRights } from './team-rights.ts';

// One line per action: owner, admin, contributor. + holds it, o holds it when it is given, - never.
const table = `
ViewTeam + + +
UpdateTeam + + -
UploadTeamAvatar + + -
DeleteTeam + - -
TransferTeam + - -
ListTeamUsers + + +
InviteTeamUser + + -
CancelInvitation + + -
RemoveTeamUser + + o
ChangeTeamUserRole + + -
ViewUserScores + + o
ManageUserCustomFields + + -
ManageWorkSchedules + + +
ManageGroups + + -
ViewSdkToken + + o
GenerateSdkToken + + o
RevokeSdkToken + + o
ManageServiceTokens + + -
ManageWorkflows + + -
ManageRoles + + -
ManageStatuses + + -
CreateProject + + -
CloneProject + + -
DeleteProject + + -
CreateIntegration + + -
DeleteIntegration + + -
UseIntegration + + -
ManageCustomApps + + -
UseCustomApp + + -
ViewAutomations + + -
ManagePipelines + + -
ManageModels + + -
ManageModelCredentials + + -
ManageScores + + -
ManageCustomFieldTemplates + + -
ViewTelemetryReports + + -
ViewBilling + + -
ManageBilling + - -
UseTeamFormBuilder - - -
`
  .trim()
  .split('\n')
  .map(line => line.split(' ') as [TeamAction, string, string, string]);

const permissions = permissionGroups
  .find(group => group.label === 'teamUser')!
  .permissions.map(permission => permission.id);
const cases = table.flatMap(
  ([action, owner, admin, contributor]) =>
    [
      [action, teamRoles.organizationOwner, owner],
      [action, teamRoles.teamOwner, owner],
      [action, teamRoles.teamAdmin, admin],
      [action, teamRoles.contributor, contributor],
    ] as [TeamAction, TeamRole, string][],
);

describe('team actions', () => {
  it('are all in the table of this test', () => {
    expect(table.map(([action]) => action).toSorted()).toEqual(teamActionNames.toSorted());
  });

  it.each(cases)('%s of role %i is %s', (action, role, mark) => {
    expect(teamActions({ role }).includes(action)).toBe(mark === '+');
    expect(teamActions({ role, permissions }).includes(action)).toBe(mark !== '-');
  });

  it.each(teamRights)('include those of the right $key with a custom role of contributors only', ({ key, actions }) => {
    const customRole = { id: 1, name: 'Lead', rights: [key] };
    const plain = teamActions({ role: teamRoles.contributor });
    const held = teamActions({ role: teamRoles.contributor, customRole });
    expect(held.toSorted()).toEqual([...new Set([...plain, ...actions])].toSorted());
    for (const role of [teamRoles.teamAdmin, teamRoles.teamOwner])
      expect(teamActions({ role, customRole })).toEqual(teamActions({ role }));
  });

  it('leave out of the rights of custom roles what would make an admin', () => {
    const offered = new Set<string>(teamRights.flatMap(each => each.actions));
    for (const action of ['ChangeTeamUserRole', 'ManageServiceTokens', 'DeleteTeam', 'TransferTeam', 'ManageBilling'])
      expect(offered.has(action)).toBe(false);
    expect(new Set(teamRights.map(each => each.key)).size).toBe(teamRights.length);
  });

  it('offer the team form builder to admins of a team on the provider domain only', () => {
    expect(teamActions({ role: teamRoles.teamAdmin, onProviderDomain: true })).toContain('UseTeamFormBuilder');
    expect(teamActions({ role: teamRoles.contributor, onProviderDomain: true })).not.toContain('UseTeamFormBuilder');
  });

  it.each([
    ['sdk', 'ViewSdkToken'],
    ['sdk', 'GenerateSdkToken'],
    ['telemetry_logging', 'ViewTelemetryReports'],
    ['user_score', 'ManageScores'],
    ['automation', 'ManagePipelines'],
    ['user_work_schedule', 'ManageWorkSchedules'],
  ] as const)('lose by the switch %s the action %s', (feature, action) => {
    expect(teamActions({ role: teamRoles.teamOwner })).toContain(action);
    expect(teamActions({ role: teamRoles.teamOwner, features: { [feature]: false } })).not.toContain(action);
  });
});
