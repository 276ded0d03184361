import { withoutSwitchedOff } from './features.ts';
import type { FeatureSwitches } from './features.ts';
import { actionsOfPermissions } from './permission-groups.ts';
import { isTeamAdmin, teamRoles } from './roles.ts';
import type { TeamRole } from './roles.ts';
import { teamActionTable } from './team-action-table.ts';
import type { TeamAction, TeamMark } from './team-action-table.ts';
import { actionsOfTeamRights } from './team-rights.ts';

/** A custom role of a team: a contributor with these rights beside. */
export interface CustomTeamRole {
  readonly id: number;
  readonly name: string;
  /** Keys of `teamRights`. */
  readonly rights: readonly string[];
}

/** Facts that a person's rights in a team depend on. */
export interface TeamMembership {
  readonly role: TeamRole;
  /** Ids of `teamUser` permissions given to the person. */
  readonly permissions?: readonly number[] | undefined;
  /** The role that the team made for contributors; changes nothing for admins and owners. */
  readonly customRole?: CustomTeamRole | undefined;
  /** The organization's owner is on the provider's own domain. */
  readonly onProviderDomain?: boolean | undefined;
  readonly features?: FeatureSwitches | undefined;
}

/** Returns the mark of the role for an action: its cell of the table. */
export function teamMark(action: TeamAction, role: TeamRole): TeamMark {
  const row = teamActionTable.find(entry => (entry.actions as readonly TeamAction[]).includes(action))!;
  if (role >= teamRoles.teamOwner) return row.owner;
  return isTeamAdmin(role) ? row.admin : row.contributor;
}

/** The actions that the custom role of a contributor gives, whatever the switches say. */
export const customRoleActions = ({ role, customRole }: TeamMembership): ReadonlySet<TeamAction> =>
  actionsOfTeamRights(customRole === undefined || isTeamAdmin(role) ? [] : customRole.rights);

/**
 * The team actions a person holds. Cells that need a custom field or an app of one's own
 * (`fieldAccess`, `perApp`) hold nothing here: those plugins give them through `access.granting`.
 */
export function teamActions(membership: TeamMembership): TeamAction[] {
  const given = actionsOfPermissions(membership.permissions ?? []);
  const ofRole = customRoleActions(membership);
  const held = teamActionTable
    .flatMap(row => [...row.actions])
    .filter(action => {
      if (ofRole.has(action)) return true;
      const mark = teamMark(action, membership.role);
      if (mark === 'granted') return given.has(action);
      if (mark === 'providerDomain') return membership.onProviderDomain === true;
      return mark === 'always' || mark === 'ownGroup' || mark === 'own' || mark === 'notOwner';
    });
  return withoutSwitchedOff(held, membership.features);
}
