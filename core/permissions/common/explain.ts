import type { Action } from './actions.ts';
import { folderActionNames, platformActions, projectActionNames, teamActionNames } from './actions.ts';
import type { Feature } from './features.ts';
import { actionsOfFeature, featureNames, featureOn } from './features.ts';
import { permissionGroups } from './permission-groups.ts';
import type { FolderAction, ProjectAction, ProjectMark } from './project-action-table.ts';
import { folderActions, projectActions, projectMark, teamActionsInProject } from './project-actions.ts';
import type { ProjectMembership } from './project-actions.ts';
import { isTeamAdmin } from './roles.ts';
import type { TeamAction, TeamMark } from './team-action-table.ts';
import { customRoleActions, teamActions, teamMark } from './team-actions.ts';
import type { TeamMembership } from './team-actions.ts';

/** The rule that decides about an action. */
export type RightRule =
  /** A switch of the organization is off, whatever the roles say. */
  | { readonly kind: 'switch'; readonly feature: Feature }
  /** The cell of the role in the team or the project. */
  | { readonly kind: 'team-role'; readonly limit?: TeamMark }
  | { readonly kind: 'project-role'; readonly limit?: ProjectMark }
  /** A right that is given to single people, or was not. */
  | { readonly kind: 'granted' | 'not-granted'; readonly permission: string; readonly level: 'team' | 'project' }
  /** A right of the custom team role, by the name of the role. */
  | { readonly kind: 'custom-role'; readonly role: string }
  /** A box of the custom project role. */
  | { readonly kind: 'role-box'; readonly permission: string }
  /** A setting or state of the project. */
  | { readonly kind: 'project-state'; readonly state: 'categories' | 'download' | 'paused' | 'start' | 'in-progress' }
  /** Team admins hold it in every project. */
  | { readonly kind: 'team-admin' }
  /** A right of a project, where none is chosen or the person is in none. */
  | { readonly kind: 'no-project' }
  /** The organization's owner is not on the provider's own domain. */
  | { readonly kind: 'provider-domain' };

export interface Explanation {
  readonly allowed: boolean;
  readonly rule: RightRule;
}

const team: ReadonlySet<string> = new Set(teamActionNames);
const folder: ReadonlySet<string> = new Set(folderActionNames);
const project: ReadonlySet<string> = new Set([...projectActionNames, ...folderActionNames]);
const platform: ReadonlySet<string> = new Set(platformActions);

const permissionOf = (action: Action, label: string): string | undefined =>
  permissionGroups
    .find(group => group.label === label)
    ?.permissions.find(permission => permission.actions.includes(action))?.name;

const switchOf = (action: Action, features: TeamMembership['features']): Feature | undefined =>
  featureNames.find(
    feature =>
      feature !== 'contract_expired' &&
      actionsOfFeature[feature]?.includes(action) === true &&
      !featureOn(features, feature),
  );

function explainInTeam(action: TeamAction, membership: TeamMembership): Explanation {
  const allowed = teamActions(membership).includes(action);
  const feature = switchOf(action, membership.features);
  if (feature !== undefined) return { allowed, rule: { kind: 'switch', feature } };
  const mark = teamMark(action, membership.role);
  if (customRoleActions(membership).has(action))
    return { allowed, rule: { kind: 'custom-role', role: membership.customRole!.name } };
  if (mark === 'granted')
    return {
      allowed,
      rule: {
        kind: allowed ? 'granted' : 'not-granted',
        permission: permissionOf(action, 'teamUser') ?? '',
        level: 'team',
      },
    };
  if (mark === 'providerDomain') return { allowed, rule: { kind: allowed ? 'team-role' : 'provider-domain' } };
  return { allowed, rule: { kind: 'team-role', ...(mark === 'always' || mark === 'never' ? {} : { limit: mark }) } };
}

function ruleOfMark(action: ProjectAction | FolderAction, membership: ProjectMembership, allowed: boolean): RightRule {
  const mark = projectMark(action, membership.role);
  const granted = (name: Action): RightRule =>
    allowed && isTeamAdmin(membership.teamRole) && membership.role === 3
      ? { kind: 'team-admin' }
      : {
          kind: allowed ? 'granted' : 'not-granted',
          permission: permissionOf(name, 'projectUser') ?? '',
          level: 'project',
        };
  switch (mark) {
    case 'teamAdmin':
      return { kind: 'team-admin' };
    case 'granted':
      return granted(action);
    case 'withDownload':
      return granted('DownloadItem');
    case 'whenDownload':
      return membership.downloadOn === true ? { kind: 'project-state', state: 'download' } : granted(action);
    case 'whenCategories':
      return { kind: 'project-state', state: 'categories' };
    case 'whenPaused':
      return { kind: 'project-state', state: 'paused' };
    case 'seesStart':
      return { kind: 'project-state', state: 'start' };
    case 'seesInProgress':
      return { kind: 'project-state', state: 'in-progress' };
    case 'whenTicked':
      return { kind: 'role-box', permission: permissionOf(action, 'rolePermission') ?? '' };
    default:
      return { kind: 'project-role', ...(mark === 'always' || mark === 'never' ? {} : { limit: mark }) };
  }
}

function explainInProject(action: ProjectAction | FolderAction, membership: ProjectMembership): Explanation {
  const held: readonly string[] = folder.has(action) ? folderActions(membership) : projectActions(membership);
  const allowed = held.includes(action);
  const feature = switchOf(action, membership.features);
  if (feature !== undefined) return { allowed, rule: { kind: 'switch', feature } };
  return { allowed, rule: ruleOfMark(action, membership, allowed) };
}

/**
 * Says whether a person holds an action of a team or of one of its projects, and the rule that decides. `inProject` is
 * undefined where no project is chosen, or the person is not in it. Undefined for actions of the account and the
 * organization, which no team gives.
 */
export function explain(
  action: Action,
  inTeam: TeamMembership,
  inProject: ProjectMembership | undefined,
): Explanation | undefined {
  if (platform.has(action)) return undefined;
  const ofTeam = team.has(action) ? explainInTeam(action as TeamAction, inTeam) : undefined;
  if (ofTeam?.allowed === true) return ofTeam;
  if (inProject !== undefined && team.has(action) && teamActionsInProject(inProject).includes(action as TeamAction))
    return {
      allowed: true,
      rule: {
        kind: 'granted',
        permission: permissionOf(action, 'projectUser') ?? permissionOf(action, 'teamUser') ?? '',
        level: 'project',
      },
    };
  const ofProject =
    inProject !== undefined && project.has(action)
      ? explainInProject(action as ProjectAction | FolderAction, inProject)
      : undefined;
  if (ofProject?.allowed === true) return ofProject;
  return ofTeam ?? ofProject ?? { allowed: false, rule: { kind: 'no-project' } };
}
