import type { Action, ProjectMembership, TeamRole } from '#core/permissions/common/index.ts';
import {
  folderActions,
  isProjectRole,
  isTeamAdmin,
  projectActions,
  projectRoleLabel,
  projectRoles,
  teamActions,
  teamActionsInProject,
  teamRoleLabels,
  teamRoles,
} from '#core/permissions/common/index.ts';

/** Header by which the preview of an app asks to be refused what a role may not do. It only ever takes rights away. */
export const ROLE_HEADER = 'x-loupe-as-role';

/** A role in which an app is tried: one of a project, as a contributor of the team, or one of the team. */
export interface PreviewRole {
  /** The role in every project; undefined keeps that of the person. */
  readonly project: number | undefined;
  readonly team: TeamRole;
}

/**
 * The role of a number: 1, 2, 3 and those from 101 on are roles of projects, 7 and 12 of the team. Undefined for
 * another one.
 */
export function previewRole(number: number): PreviewRole | undefined {
  if (number === teamRoles.teamAdmin || number === teamRoles.teamOwner) return { project: undefined, team: number };
  return isProjectRole(number) && number <= 2_147_483_647
    ? { project: number, team: teamRoles.contributor }
    : undefined;
}

/** Returns the name of a role; `customName` is the name of one that the team made. */
export const previewRoleLabel = (number: number, customName?: string): string =>
  number === teamRoles.teamAdmin || number === teamRoles.teamOwner
    ? teamRoleLabels[number]
    : projectRoleLabel(number, customName);

/**
 * The membership of a person in a project as if with the role. Somebody who is less than Project Admin there keeps the
 * role they have: another one might see what theirs does not.
 */
export function membershipAs(own: ProjectMembership, { project, team }: PreviewRole): ProjectMembership {
  const teamRole = Math.min(own.teamRole, team) as TeamRole;
  if (project === undefined || own.role !== projectRoles.projectAdmin || !isTeamAdmin(own.teamRole))
    return { ...own, teamRole };
  return { ...own, teamRole, role: project, permissions: [] };
}

/** Actions of a membership in a project. */
export const actionsIn = (membership: ProjectMembership): readonly Action[] => [
  ...projectActions(membership),
  ...teamActionsInProject(membership),
  ...folderActions(membership),
];

/**
 * Returns the actions of the role: in the team, and in a project by the membership that {@link membershipAs} made. Who
 * tries an app may open it in any role.
 */
export function actionsAs(
  { project, team }: PreviewRole,
  features: ProjectMembership['features'],
  membership?: ProjectMembership,
): ReadonlySet<string> {
  return new Set<string>([
    'UseCustomApp',
    ...teamActions({ role: team, features }),
    ...(membership === undefined
      ? []
      : actionsIn(project === undefined ? membership : { ...membership, role: project, permissions: [] })),
  ]);
}
