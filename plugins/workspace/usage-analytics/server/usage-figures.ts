import { inject } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#core/data/server/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import { DatabaseToken, ManifestsToken } from '#core/kernel/server/index.ts';
import { teamRows } from '#core/tenancy/server/index.ts';
import type { UsageFigures as Figures, UsageSpan } from '../common/api.ts';
import type { UsageTables } from './usage-tables.ts';

/** Widths of windows from which a group begins, in pixels. */
const WIDTHS = [0, 768, 1280, 1440, 1920, 2560] as const;

interface Asked {
  readonly days: UsageSpan;
  readonly team?: number | undefined;
}

/** Counts of actions, for super-admins. */
export class UsageFigures {
  readonly #titles: ReadonlyMap<string, string>;

  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(ManifestsToken) manifests: readonly Manifest[],
  ) {
    this.#titles = new Map(
      manifests.flatMap(({ id, commands = {} }) =>
        Object.entries(commands).map(([name, { title }]) => [`${id}.${name}`, title] as const),
      ),
    );
  }

  async figures({ days: span, team }: Asked): Promise<Figures> {
    const days = daysUntil(new Date(), span);
    const at = new Map(days.map((day, index) => [day, index]));
    return this.#transaction(async trx => {
      const { rows } = await sql<{ day: string; name: string; count: number }>`
        select to_char(day, 'YYYY-MM-DD') as day, name, sum(count)::float8 as count from usage_analytics.daily as counted
        where day >= ${days[0]}::date ${ofTeam(team)} group by 1, 2`.execute(trx);
      const actions = new Map<string, number[]>();
      for (const { day, name, count } of rows) {
        const index = at.get(day);
        if (index === undefined) continue;
        const counts = actions.get(name) ?? days.map(() => 0);
        counts[index] = count;
        actions.set(name, counts);
      }
      const teams = await sql<{ id: number; name: string | null }>`
        select counted.team as id, known.name from
          (select distinct team from usage_analytics.daily where day >= ${days[0]}::date and team <> 0) as counted
        left join ${teamRows} as known on known.id = counted.team order by known.name nulls last, counted.team`.execute(
        trx,
      );
      const windows = await sql<{ bucket: number; visits: number }>`
        select width_bucket(width, ${`{${WIDTHS.join(',')}}`}::int[]) as bucket, count(*)::int as visits
        from usage_analytics.visit as counted where day >= ${days[0]}::date ${ofTeam(team)} group by 1 order by 1`.execute(
        trx,
      );
      return {
        days,
        actions: [...actions]
          .map(([name, counts]) => ({
            name,
            title: this.#titles.get(name) ?? null,
            count: counts.reduce((sum, each) => sum + each, 0),
            by_day: counts,
          }))
          .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1)),
        teams: teams.rows,
        windows: windows.rows.map(({ bucket, visits }) => ({
          from: WIDTHS[bucket - 1] ?? 0,
          to: WIDTHS[bucket] === undefined ? null : WIDTHS[bucket] - 1,
          visits,
        })),
      };
    });
  }

  #transaction<T>(work: (trx: Kysely<UsageTables>) => Promise<T>): Promise<T> {
    return this.database.system<UsageTables>('usage analytics').transaction(work);
  }
}

const ofTeam = (team: number | undefined): RawBuilder<unknown> =>
  team === undefined ? sql`` : sql`and counted.team = ${team}::int`;

/** Returns the days in UTC of a span that ends with the day of a moment, the oldest first. */
export function daysUntil(now: Date, span: number): string[] {
  return Array.from({ length: span }, (_, index) =>
    new Date(now.getTime() - (span - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}
