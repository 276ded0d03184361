import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { csvCell } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { teamRows } from '#core/tenancy/server/index.ts';
import type { UsageTables } from './usage-tables.ts';

/** Lines that are read at a time. */
const BATCH = 5_000;

/** Counts to write: days in UTC, both included; team 0 for all. */
export interface UsagePeriod {
  readonly from: string;
  readonly to: string;
  readonly team: number;
}

interface Line {
  readonly day: string;
  readonly name: string;
  readonly team: number;
  readonly team_name: string | null;
  readonly project: number;
  readonly role: number;
  readonly plan: number;
  readonly count: number;
}

const FIRST: Pick<Line, 'day' | 'name' | 'team' | 'project' | 'role' | 'plan'> = {
  day: '0001-01-01',
  name: '',
  team: 0,
  project: 0,
  role: 0,
  plan: 0,
};

const inPeriod = ({ from, to, team }: UsagePeriod) => sql`counted.day between ${from}::date and ${to}::date
  and ${team === 0 ? sql`true` : sql`counted.team = ${team}::int`}`;

/** Returns the number of lines of a period. */
export async function countUsageLines(trx: Kysely<UsageTables>, period: UsagePeriod): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from usage_analytics.daily as counted where ${inPeriod(period)}`.execute(trx);
  return rows[0]!.count;
}

/**
 * Reads the counts of a period as CSV, the oldest day first, in transactions of their own.
 * @param wrote receives the number of lines so far, before the next ones are read
 */
export async function* usageCsv(
  database: Database,
  period: UsagePeriod,
  wrote: (lines: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  yield Buffer.from('day,action,team_id,team,project_id,role,plan,count\r\n');
  let last = FIRST;
  let lines = 0;
  for (;;) {
    const rows = await linesAfter(database, period, last);
    if (rows.length > 0) yield Buffer.from(rows.map(csvLine).join(''));
    lines += rows.length;
    await wrote(lines);
    if (rows.length < BATCH) return;
    last = rows.at(-1)!;
  }
}

async function linesAfter(database: Database, period: UsagePeriod, last: typeof FIRST): Promise<readonly Line[]> {
  return database.system<UsageTables>('write a file of usage').transaction(async trx => {
    const { rows } = await sql<Line>`
      select to_char(day, 'YYYY-MM-DD') as day, counted.name, counted.team, known.name as team_name, project, role, plan,
        count::float8 as count
      from usage_analytics.daily as counted left join ${teamRows} as known on known.id = counted.team
      where ${inPeriod(period)} and (counted.day, counted.name, counted.team, counted.project, counted.role, counted.plan)
        > (${last.day}::date, ${last.name}::text, ${last.team}::int, ${last.project}::int, ${last.role}::int, ${last.plan}::int)
      order by counted.day, counted.name, counted.team, counted.project, counted.role, counted.plan
      limit ${BATCH}`.execute(trx);
    return rows;
  });
}

function csvLine({ day, name, team, team_name: title, project, role, plan, count }: Line): string {
  const some = (value: number): string => (value === 0 ? '' : String(value));
  return `${[day, name, some(team), title ?? '', some(project), some(role), some(plan), String(count)].map(csvCell).join(',')}\r\n`;
}
