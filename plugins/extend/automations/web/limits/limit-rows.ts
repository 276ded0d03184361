import type { TeamLimitValues, TeamUsageNow } from '../../common/limits-api.ts';
import { messages } from '../messages.ts';

/** One limit with what is used of it. */
export interface LimitUse {
  readonly name: keyof TeamLimitValues;
  readonly title: string;
  readonly used: number;
  readonly limit: number | null;
}

/** Returns each limit with what is used of it now. */
export const limitRows = (limits: TeamLimitValues, usage: TeamUsageNow): readonly LimitUse[] => [
  of('runs_per_minute', usage.runs_this_minute, limits),
  of('runs_per_day', usage.runs_today, limits),
  of('concurrent_runs', usage.running, limits),
  of('code_seconds_per_day', usage.code_seconds_today, limits),
];

const of = (name: keyof TeamLimitValues, used: number, limits: TeamLimitValues): LimitUse => ({
  name,
  title: messages.teamLimits.titles[name],
  used,
  limit: limits[name],
});
