import { id, z } from '#core/api/common/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';

/** Team roles that a group may give; owners are made by hand. */
export const mappedRole = z.union([z.literal(teamRoles.contributor), z.literal(teamRoles.teamAdmin)]);

/** Role in a team for the people of a group of the identity provider. */
export const roleMapping = z.strictObject({
  group: z.string().trim().min(1, 'name a group').max(200, 'use at most 200 characters'),
  team_id: id,
  role: mappedRole,
});
export type RoleMapping = z.output<typeof roleMapping>;

/** Returns the role in each team that the groups of a person give; of several roles in one team the highest. */
export function rolesOf(mappings: readonly RoleMapping[], groups: readonly string[]): ReadonlyMap<number, number> {
  const held = new Set(groups);
  const roles = new Map<number, number>();
  for (const { group, team_id, role } of mappings)
    if (held.has(group)) roles.set(team_id, Math.max(role, roles.get(team_id) ?? 0));
  return roles;
}
