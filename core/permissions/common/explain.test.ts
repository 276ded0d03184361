import { describe, expect, it } from 'vitest';
import { actionNames, folderActionNames, projectActionNames, teamActionNames } from './actions.ts';
import type { Action } from './actions.ts';
import { explain } from './explain.ts';
import type { FeatureSwitches } from './features.ts';
import { featureNames } from './features.ts';
import { permissionGroups } from './permission-groups.ts';
import type { ProjectMembership } from './project-actions.ts';
import { folderActions, projectActions, teamActionsInProject } from './project-actions.ts';
import { teamRoles } from './roles.ts';
import { teamActions } from './team-actions.ts';
import type { TeamMembership } from './team-actions.ts';
import { teamRights } from './team-rights.ts';

const all = permissionGroups.flatMap(group => group.permissions.map(each => each.id));
const off = Object.fromEntries(featureNames.map(each => [each, false])) as FeatureSwitches;

const everything = { id: 1, name: 'Lead', rights: teamRights.map(each => each.key) };

const teams: readonly TeamMembership[] = Object.values(teamRoles).flatMap(role =>
  [[], all].flatMap(permissions =>
    [{}, off].flatMap(features =>
      [undefined, everything].map(customRole => ({ role, permissions, features, customRole })),
    ),
  ),
);
const projectsOf = ({ role: teamRole, features }: TeamMembership): readonly (ProjectMembership | undefined)[] => [
  undefined,
  ...[1, 2, 3, 101].flatMap(role =>
    [[], all].flatMap(permissions =>
      [true, false].map(on => ({
        role,
        teamRole,
        permissions,
        rolePermissions: on ? all : [],
        paused: on,
        categoriesOn: on,
        downloadOn: on,
        seesStart: on,
        seesInProgress: on,
        features,
      })),
    ),
  ),
];

const lead: TeamMembership = { role: 4, customRole: { id: 1, name: 'Lead', rights: ['create-projects', 'gone'] } };

/** The actions that the gate gives, by the tables it asks. */
const given = (team: TeamMembership, project: ProjectMembership | undefined): ReadonlySet<Action> =>
  new Set<Action>([
    ...teamActions(team),
    ...(project === undefined
      ? []
      : [...projectActions(project), ...folderActions(project), ...teamActionsInProject(project)]),
  ]);

describe('explanations of rights', () => {
  it.each(
    teams.map(
      team => [team.role, team.permissions?.length, team.features === off, team.customRole?.name, team] as const,
    ),
  )(
    'should agree with the gate on every action (role %i, %i rights given, switches off: %s, custom role: %s)',
    (...[, , , , team]) => {
      for (const project of projectsOf(team)) {
        const held = given(team, project);
        const wrong = actionNames.filter(action => {
          const found = explain(action, team, project);
          return found !== undefined && found.allowed !== held.has(action);
        });
        expect(wrong).toEqual([]);
      }
    },
  );

  it('should leave out nothing but what belongs to no team', () => {
    const team: TeamMembership = { role: teamRoles.contributor };
    const silent = actionNames.filter(action => explain(action, team, undefined) === undefined);
    const known = new Set<string>([...teamActionNames, ...projectActionNames, ...folderActionNames]);
    expect(silent.filter(action => known.has(action))).toEqual([]);
  });

  it.each([
    ['CreateProject', { role: 4 }, undefined, { allowed: false, rule: { kind: 'team-role' } }],
    [
      'ViewSdkToken',
      { role: 7, features: { sdk: false } },
      undefined,
      { allowed: false, rule: { kind: 'switch', feature: 'sdk' } },
    ],
    [
      'RemoveTeamUser',
      { role: 4, permissions: [21] },
      undefined,
      { allowed: true, rule: { kind: 'granted', permission: 'Remove Contributors from team', level: 'team' } },
    ],
    ['CreateProject', lead, undefined, { allowed: true, rule: { kind: 'custom-role', role: 'Lead' } }],
    ['ManageGroups', lead, undefined, { allowed: false, rule: { kind: 'team-role' } }],
    ['CreateProject', { ...lead, role: 7 }, undefined, { allowed: true, rule: { kind: 'team-role' } }],
    ['ViewItem', { role: 4 }, undefined, { allowed: false, rule: { kind: 'no-project' } }],
    [
      'ViewItem',
      { role: 4 },
      { role: 1, teamRole: 4 },
      { allowed: true, rule: { kind: 'project-role', limit: 'visibleItems' } },
    ],
    [
      'UploadItem',
      { role: 4 },
      { role: 3, teamRole: 4 },
      { allowed: false, rule: { kind: 'not-granted', permission: 'Upload', level: 'project' } },
    ],
    ['UploadItem', { role: 7 }, { role: 3, teamRole: 7 }, { allowed: true, rule: { kind: 'team-admin' } }],
    [
      'ApplyItemPin',
      { role: 4 },
      { role: 101, teamRole: 4, rolePermissions: [14] },
      { allowed: true, rule: { kind: 'role-box', permission: 'Pin' } },
    ],
    [
      'DownloadItem',
      { role: 4 },
      { role: 1, teamRole: 4, downloadOn: true },
      { allowed: true, rule: { kind: 'project-state', state: 'download' } },
    ],
  ] as const)('should name the rule for %s', (action, team, project, expected) => {
    expect(explain(action, team as TeamMembership, project as ProjectMembership | undefined)).toEqual(expected);
  });
});
