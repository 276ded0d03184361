import { defineApi, id, z } from '#core/api/common/index.ts';
import { email } from '#core/auth/common/index.ts';

const inTeam = z.strictObject({ team_id: id });

/** Items of one member in all projects together. */
export const memberWork = z.object({ email: z.string(), projects: z.int(), paused: z.int(), assigned: z.int() });
export type MemberWork = z.output<typeof memberWork>;

/** One project of a member. */
export const memberProject = z.object({
  project_id: z.int(),
  name: z.string(),
  role: z.int(),
  role_name: z.string(),
  paused: z.boolean(),
  /** Items assigned to the member. */
  assigned: z.int(),
});
export type MemberProject = z.output<typeof memberProject>;

/** Work of the members of a team. Those who may neither invite nor remove people see their own work only. */
export const memberProjectsApi = defineApi({
  service: 'main',
  operations: {
    listMemberWork: {
      method: 'GET',
      path: '/api/v1/teams/:team_id/members/work',
      summary: 'Numbers of projects and assigned items of members',
      access: 'ListTeamUsers',
      params: inTeam,
      reply: z.object({ data: z.array(memberWork) }),
    },
    listMemberProjects: {
      method: 'GET',
      path: '/api/v1/teams/:team_id/members/projects',
      summary: 'Projects of one member by name',
      access: 'ListTeamUsers',
      params: inTeam,
      query: z.strictObject({ email }),
      reply: z.object({ data: z.array(memberProject) }),
    },
  },
});
