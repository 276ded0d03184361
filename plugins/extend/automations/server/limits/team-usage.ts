import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { TeamUsageNow } from '../../common/limits-api.ts';
import type { ActionOutcome } from '../actions/action.ts';
import type { AutomationTables } from '../automation-tables.ts';

type Trx = Kysely<AutomationTables>;

/** Adds runs that began, or milliseconds of code, to the usage of a team. Inside the transaction that keeps them. */
export async function addUsage(
  trx: Trx,
  teamId: number,
  { runs = 0, codeMs = 0 }: { readonly runs?: number; readonly codeMs?: number },
): Promise<void> {
  if (runs === 0 && codeMs === 0) return;
  await sql`insert into automations.usage as usage (team_id, minute, runs, code_ms)
    values (${teamId}::int, date_trunc('minute', clock_timestamp()), ${runs}::int, ${Math.round(codeMs)}::bigint)
    on conflict (team_id, minute) do update set runs = usage.runs + excluded.runs, code_ms = usage.code_ms + excluded.code_ms`.execute(
    trx,
  );
}

/** Returns the milliseconds that code ran for some outcomes of an action. */
export const codeMsOf = (outcomes: readonly Pick<ActionOutcome, 'trace'>[]): number =>
  outcomes.reduce((sum, each) => sum + (each.trace?.run_ms ?? 0), 0);

/** A statement for the usage of a team whose id is the given expression, as a JSON object. */
export const usageOf = (team: ReturnType<typeof sql>) => sql<TeamUsageNow>`(
  select jsonb_build_object(
    'runs_this_minute', coalesce(sum(runs) filter (where minute = date_trunc('minute', clock_timestamp())), 0),
    'runs_today', coalesce(sum(runs), 0),
    'code_seconds_today', round(coalesce(sum(code_ms), 0) / 1000.0, 1),
    'running', (select count(distinct run_id) from automations.step where step.team_id = ${team} and finished_at is null and state = 'IN_PROGRESS'),
    'waiting', (select count(*) from automations.run where run.team_id = ${team} and state = 'NOT_STARTED'))
  from automations.usage where usage.team_id = ${team} and minute >= date_trunc('day', clock_timestamp(), 'UTC'))`;

/** Returns what a team uses now. */
export async function usageNow(trx: Trx, teamId: number): Promise<TeamUsageNow> {
  const { rows } = await sql<{ usage: TeamUsageNow }>`select ${usageOf(sql`${teamId}::int`)} as usage`.execute(trx);
  return rows[0]!.usage;
}
