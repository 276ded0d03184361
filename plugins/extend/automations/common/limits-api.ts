import { defineApi, id, page, paged, z } from '#core/api/common/index.ts';

const most = z.int().min(1, 'must be at least 1, or empty for no limit').max(1_000_000_000).nullable();

/** Limits of the automations of a team; null is no limit. */
export const teamLimits = z.strictObject({
  runs_per_minute: most,
  runs_per_day: most,
  /** Runs whose action is under way at the same time. */
  concurrent_runs: most,
  code_seconds_per_day: most,
});
export type TeamLimitValues = z.output<typeof teamLimits>;

/** Usage now. Days and minutes are those of UTC. */
const usage = z.object({
  runs_this_minute: z.int(),
  runs_today: z.int(),
  running: z.int(),
  waiting: z.int(),
  code_seconds_today: z.number(),
});
export type TeamUsageNow = z.output<typeof usage>;

const limited = z.object({
  team_id: z.int(),
  team: z.string(),
  organization: z.string(),
  /** Switched off by an administrator of the installation. */
  off: z.boolean(),
  limits: teamLimits,
  usage,
  /** A change must name it; 0 before the first one. */
  version: z.int(),
});
export type LimitedTeam = z.output<typeof limited>;

/** Limits of the automations of all teams, for operators. */
export const limitsApi = defineApi({
  service: 'main',
  operations: {
    listAutomationLimits: {
      method: 'GET',
      path: '/super-admin/automations',
      summary: 'Teams by name with their limits and what they use now; `search` matches a part of team or organization',
      access: 'super-admin',
      query: z.strictObject({ ...page, search: z.string().trim().max(200).optional() }),
      reply: paged(limited),
    },
    setAutomationLimits: {
      method: 'PUT',
      path: '/super-admin/automations/:team_id',
      summary: 'Limit the automations of a team or switch them off; running code ends within a second, runs wait',
      access: 'super-admin',
      params: z.strictObject({ team_id: id }),
      body: z.strictObject({ off: z.boolean(), limits: teamLimits, version: z.int().min(0) }),
      reply: limited,
    },
  },
});

/** The limits of a team, for its members who see automations. */
export const ownLimitsApi = defineApi({
  service: 'automations',
  operations: {
    getAutomationLimits: {
      method: 'GET',
      path: '/zimmer/api/v1/limits',
      summary: 'Limits of the team and what it uses now; `held` says why runs wait',
      access: 'ViewAutomations',
      reply: limited
        .pick({ off: true, limits: true, usage: true })
        .extend({ held: z.array(z.object({ reason: z.string(), runs: z.int() })) }),
    },
  },
});
