import { defineApi, id, z } from '#core/api/common/index.ts';
import { email } from '#core/auth/common/index.ts';

/** The rule that decides about an action; which parts it has depends on its kind. */
const rule = z.object({
  /** `plugin`: a plugin gives or takes the action beside the roles. */
  kind: z.enum([
    'switch',
    'team-role',
    'project-role',
    'granted',
    'not-granted',
    'custom-role',
    'role-box',
    'project-state',
    'team-admin',
    'no-project',
    'provider-domain',
    'plugin',
  ]),
  feature: z.string().optional(),
  /** The limit within which a role holds the action, such as `ownGroup`. */
  limit: z.string().optional(),
  permission: z.string().optional(),
  /** Name of the custom team role. */
  role: z.string().optional(),
  level: z.enum(['team', 'project']).optional(),
  state: z.string().optional(),
});
export type RuleView = z.output<typeof rule>;

const right = z.object({ action: z.string(), area: z.string(), allowed: z.boolean(), rule });
export type RightView = z.output<typeof right>;

export const memberRights = z.object({
  person: z.object({ email: z.string(), name: z.string(), role: z.int(), custom_role: z.string().nullable() }),
  project: z
    .object({
      id: z.int(),
      name: z.string(),
      /** Role of the person there; null for somebody who is not in the project. */
      role_name: z.string().nullable(),
      /** The way the person came to the project. */
      through: z.enum(['direct', 'group', 'team-admin', 'none']),
      paused: z.boolean(),
    })
    .nullable(),
  rights: z.array(right),
});
export type MemberRights = z.output<typeof memberRights>;

/** Calls that explain the rights of others to who manages them. */
export const rightsApi = defineApi({
  service: 'main',
  operations: {
    explainRights: {
      method: 'GET',
      path: '/api/v1/teams/:team_id/rights',
      summary: 'What a member may do in the team or in one project, with the rule that says so for each action',
      access: 'ChangeTeamUserRole',
      params: z.strictObject({ team_id: id }),
      query: z.strictObject({ email, project_id: id.optional() }),
      reply: memberRights,
    },
  },
});
