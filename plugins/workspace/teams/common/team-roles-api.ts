import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, id, success, z } from '#core/api/common/index.ts';
import { email } from '#core/auth/common/index.ts';
import { teamRightByKey, teamRights, teamRoleLabels } from '#core/permissions/common/index.ts';

const reserved: ReadonlySet<string> = new Set(Object.values(teamRoleLabels).map(each => each.toLowerCase()));

/** Returns what is wrong with the name of a custom team role; undefined when nothing is. */
export function teamRoleNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'give it a name';
  if (name.trim().length > 100) return 'use at most 100 characters';
  return reserved.has(name.trim().toLowerCase()) ? 'is the name of a role that every team has' : undefined;
}

const right = z
  .string()
  .refine(key => teamRightByKey(key) !== undefined, {
    error: `must be one of ${teamRights.map(each => each.key).join(', ')}`,
  });
const draft = {
  name: z
    .string()
    .trim()
    .regex(...plainDirection)
    .superRefine((name, refinement) => {
      const problem = teamRoleNameProblem(name);
      if (problem !== undefined) refinement.addIssue({ code: 'custom', message: problem });
    }),
  description: z.string().trim().max(2000, 'use at most 2000 characters').default(''),
  rights: z.array(right).max(100).default([]),
};

/** A role that a team made for its contributors. */
export const teamRole = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** Keys of rights. */
  rights: z.array(z.string()),
  /** People who have it, invited ones included. */
  members: z.int(),
  version: z.int(),
});
export type TeamRoleView = z.output<typeof teamRole>;

const inTeam = { team_id: id };
const one = z.strictObject({ ...inTeam, team_role_id: id });

/** Calls about the roles that a team makes for its contributors. */
export const teamRolesApi = defineApi({
  service: 'main',
  operations: {
    listTeamRoles: {
      method: 'GET',
      path: '/api/v1/team/:team_id/roles',
      summary: 'Roles that the team made for its contributors, with how many people have each',
      access: 'ChangeTeamUserRole',
      params: z.strictObject(inTeam),
      reply: z.object({ data: z.array(teamRole) }),
    },
    createTeamRole: {
      method: 'POST',
      path: '/api/v1/team/:team_id/roles',
      summary: 'Make a role of rights in the team',
      access: 'ChangeTeamUserRole',
      status: 201,
      params: z.strictObject(inTeam),
      body: z.strictObject(draft),
      reply: teamRole,
    },
    updateTeamRole: {
      method: 'PUT',
      path: '/api/v1/team/:team_id/roles/:team_role_id',
      summary: 'Change a role; it holds at once for everybody who has it. `version` is the one that was read',
      access: 'ChangeTeamUserRole',
      params: one,
      body: z.strictObject({ ...draft, version: z.int().min(1).max(2_147_483_646) }),
      reply: teamRole,
    },
    deleteTeamRole: {
      method: 'DELETE',
      path: '/api/v1/team/:team_id/roles/:team_role_id',
      summary:
        'Delete a role. While people have it, `replacement` must name the role they get: an id, or `contributor` for none',
      access: 'ChangeTeamUserRole',
      params: one,
      query: z.strictObject({
        team_id: id.optional(),
        replacement: z.union([z.literal('contributor'), id]).optional(),
      }),
      reply: success,
    },
    assignTeamRole: {
      method: 'PUT',
      path: '/api/v1/team/:team_id/member/role',
      summary: 'Give a member a role that the team made; an admin becomes a contributor with it',
      access: 'ChangeTeamUserRole',
      params: z.strictObject(inTeam),
      body: z.strictObject({ e_mail: email, team_role_id: z.int().min(1).max(2_147_483_647) }),
      reply: success,
    },
  },
});
