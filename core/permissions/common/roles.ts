/** Team role numbers as they travel on the wire. */
export const teamRoles = { contributor: 4, teamAdmin: 7, teamOwner: 12, organizationOwner: 15 } as const;
export type TeamRole = (typeof teamRoles)[keyof typeof teamRoles];

/** Names of the team roles on screen. */
export const teamRoleLabels: Readonly<Record<TeamRole, string>> = {
  4: 'Contributor',
  7: 'Team Admin',
  12: 'Team Owner',
  15: 'Organization Owner',
};

/** Project role numbers of the system; 4–99 are reserved, teams make their own from 101 on. */
export const projectRoles = { annotator: 1, qa: 2, projectAdmin: 3 } as const;

/** Lowest number of a role made by a team. */
export const firstCustomRole = 101;

const projectRoleNames: ReadonlyMap<number, readonly [name: string, label: string]> = new Map([
  [projectRoles.annotator, ['Annotator', 'Annotator']],
  [projectRoles.qa, ['QA', 'QA']],
  [projectRoles.projectAdmin, ['ProjectAdmin', 'Project Admin']],
]);

/** True for a role made by a team. */
export const isCustomRole = (role: number): boolean => Number.isInteger(role) && role >= firstCustomRole;

/** True for a number that `my_role` may have: 1, 2, 3 or a custom role. */
export const isProjectRole = (role: number): boolean => projectRoleNames.has(role) || isCustomRole(role);

/** Name of a project role in files and on the wire; undefined for a custom or reserved number. */
export const projectRoleName = (role: number): string | undefined => projectRoleNames.get(role)?.[0];

/** Returns the name of a project role on screen; a custom role shows its own name. */
export const projectRoleLabel = (role: number, customName = 'Custom role'): string =>
  projectRoleNames.get(role)?.[1] ?? customName;

/** The part of a team from which a person's role is derived. */
export interface TeamOfUser {
  readonly name: string;
  readonly creator_id: string;
  readonly user_role: number;
  readonly organization?: { readonly owner_id?: string | undefined } | undefined;
}

/** The fields the client adds to a team. */
export interface DerivedTeamFields {
  readonly isOwner: boolean;
  readonly userRoleName: string;
}

/**
 * A person's role in a team: organization owner, else creator is Team Owner, else team admin by `user_role`,
 * everyone else Contributor.
 */
export function teamRoleOf(team: TeamOfUser, userId: string): TeamRole {
  if (team.organization?.owner_id === userId || team.user_role === teamRoles.organizationOwner)
    return teamRoles.organizationOwner;
  if (team.creator_id === userId) return teamRoles.teamOwner;
  return team.user_role === teamRoles.teamAdmin ? teamRoles.teamAdmin : teamRoles.contributor;
}

/** `isOwner` and `userRoleName` of a team for one person. */
export function derivedTeamFields(team: TeamOfUser, userId: string): DerivedTeamFields {
  const isOwner = team.creator_id === userId;
  return { isOwner, userRoleName: teamRoleLabels[teamRoleOf(team, userId)] };
}

/** True for Team Admin and above. */
export const isTeamAdmin = (role: TeamRole): boolean => role >= teamRoles.teamAdmin;

/** The team list in its order: owners first, then admins, then contributors, each by name. */
export function sortTeams<Team extends TeamOfUser>(teams: readonly Team[], userId: string): Team[] {
  const rank = (team: Team): number => {
    const role = teamRoleOf(team, userId);
    if (role >= teamRoles.teamOwner) return 0;
    return role === teamRoles.teamAdmin ? 1 : 2;
  };
  return teams.toSorted(
    (one, other) =>
      rank(one) - rank(other) || one.name.localeCompare(other.name, 'en', { sensitivity: 'base', numeric: true }),
  );
}
