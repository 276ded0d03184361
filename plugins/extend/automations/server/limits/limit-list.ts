import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { conflict, notFound } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { organizationRows, teamRows } from '#core/tenancy/server/index.ts';
import type { LimitedTeam, limitsApi, ownLimitsApi, TeamLimitValues, TeamUsageNow } from '../../common/limits-api.ts';
import type { AutomationTables, HeldFor } from '../automation-tables.ts';
import { heldText } from './held-text.ts';
import { usageNow, usageOf } from './team-usage.ts';

type Trx = Kysely<AutomationTables>;
type Change = { readonly off: boolean; readonly limits: TeamLimitValues; readonly version: number };

interface Row extends TeamLimitValues {
  readonly team_id: number;
  readonly team: string;
  readonly organization: string;
  readonly off: boolean;
  readonly version: number;
  readonly usage: TeamUsageNow;
}

const none: TeamLimitValues = {
  runs_per_minute: null,
  runs_per_day: null,
  concurrent_runs: null,
  code_seconds_per_day: null,
};

/** Limits of all teams as operators see and set them. They span teams, so all goes through the audited handle. */
@injectable()
export class LimitList {
  constructor(@inject(DatabaseToken) private readonly database: Database) {}

  handlers(): Handlers<typeof limitsApi> {
    return {
      listAutomationLimits: async ({ query }) => {
        const pattern = `%${(query.search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
        const matching = sql`(team.name ilike ${pattern} or organization.name ilike ${pattern})`;
        return this.#run('limits of automations', async trx => {
          const counted = await sql<{ count: number }>`select count(*)::int as count ${ofTeams}
            where ${matching}`.execute(trx);
          return { data: await rowsOf(trx, matching, query), count: counted.rows[0]!.count };
        });
      },
      setAutomationLimits: async ({ params, body }, context) => {
        await this.#set(context, params.team_id, body);
        const [found] = await this.#run('limits of automations', trx =>
          rowsOf(trx, sql`team.id = ${params.team_id}::int`, { offset: 0, limit: 1 }),
        );
        return found!;
      },
    };
  }

  ownHandlers(): Handlers<typeof ownLimitsApi> {
    return {
      getAutomationLimits: async (_, context) =>
        context.transaction(async (trx: Trx) => {
          const row = await trx.selectFrom('automations.team_limit').selectAll().executeTakeFirst();
          const { rows } = await sql<{ held_for: HeldFor; runs: number }>`
            select event.held_for, count(*)::int as runs from automations.event as event
            join automations.run as run on run.team_id = event.team_id and run.event_id = event.id
            where event.held_for is not null and run.finished_at is null group by event.held_for order by runs desc`.execute(
            trx,
          );
          return {
            off: row?.off ?? false,
            limits: valuesOf(row ?? none),
            usage: await usageNow(trx, context.team.id),
            held: rows.map(each => ({ reason: heldText(each.held_for), runs: each.runs })),
          };
        }),
    };
  }

  async #set(context: RequestContext, teamId: number, { off, limits, version }: Change): Promise<void> {
    await this.#run('limit the automations of a team', async trx => {
      const team = await sql`select from ${teamRows} as team where team.id = ${teamId}::int for share`.execute(trx);
      if (team.rows.length === 0) throw notFound('The team');
      const values = { off, ...limits, version: version + 1, changed_by: context.user.email, changed_at: new Date() };
      const written =
        version === 0
          ? await trx
              .insertInto('automations.team_limit')
              .values({ team_id: teamId, ...values })
              .onConflict(each => each.column('team_id').doNothing())
              .returning('team_id')
              .execute()
          : await trx
              .updateTable('automations.team_limit')
              .set(values)
              .where('team_id', '=', teamId)
              .where('version', '=', version)
              .returning('team_id')
              .execute();
      if (written.length === 0) {
        const present = await trx
          .selectFrom('automations.team_limit')
          .select('version')
          .where('team_id', '=', teamId)
          .executeTakeFirst();
        throw conflict({ version: present?.version ?? 0 });
      }
      // What waited for the limits as they were is looked at again.
      await trx
        .updateTable('automations.event')
        .set({ held_until: new Date() })
        .where('team_id', '=', teamId)
        .where('held_for', '<>', 'calm')
        .execute();
    });
    context.log.info({ team: teamId, off, limits, by: context.user.id }, 'the automations of a team were limited');
  }

  #run<T>(reason: string, work: (trx: Trx) => Promise<T>): Promise<T> {
    return this.database.system<AutomationTables>(reason).transaction(work);
  }
}

const ofTeams = sql`from ${teamRows} as team join ${organizationRows} as organization
  on organization.id = team.organization_id
  left join automations.team_limit as team_limit on team_limit.team_id = team.id`;

async function rowsOf(
  trx: Trx,
  matching: ReturnType<typeof sql>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<LimitedTeam[]> {
  const { rows } = await sql<Row>`
    select team.id as team_id, team.name as team, organization.name as organization,
      coalesce(team_limit.off, false) as off, coalesce(team_limit.version, 0) as version,
      runs_per_minute, runs_per_day, concurrent_runs, code_seconds_per_day, ${usageOf(sql`team.id`)} as usage
    ${ofTeams} where ${matching} order by lower(team.name), team.id offset ${offset} limit ${limit}`.execute(trx);
  return rows.map(row => ({
    team_id: row.team_id,
    team: row.team,
    organization: row.organization,
    off: row.off,
    limits: valuesOf(row),
    usage: row.usage,
    version: row.version,
  }));
}

const valuesOf = (row: TeamLimitValues): TeamLimitValues => ({
  runs_per_minute: row.runs_per_minute,
  runs_per_day: row.runs_per_day,
  concurrent_runs: row.concurrent_runs,
  code_seconds_per_day: row.code_seconds_per_day,
});
