import { injectable } from 'inversify';
import type { ColumnType, GeneratedAlways, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AuditEntry } from '../common/team-care-api.ts';

interface AuditTables {
  'teams.audit': {
    id: GeneratedAlways<number>;
    team_id: number;
    at: ColumnType<Date, never, never>;
    email: string;
    action: string;
    details: ColumnType<Record<string, unknown>, string, never>;
  };
}

/** Who changed what in a team: people, rights, tokens and the team itself. Never what was annotated. */
@injectable()
export class Audit {
  /** Writes one line, in the open transaction or one of its own. `details` name people and things, no secrets. */
  async record(context: RequestContext, action: string, details: Readonly<Record<string, unknown>>): Promise<void> {
    await context.transaction((trx: Kysely<AuditTables>) =>
      trx
        .insertInto('teams.audit')
        .values({ team_id: context.team.id, email: context.user.email, action, details: JSON.stringify(details) })
        .execute(),
    );
  }

  /** One page, the newest first, and the number of all. */
  async list(
    context: RequestContext,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: AuditEntry[]; readonly count: number }> {
    return context.transaction(async (trx: Kysely<AuditTables>) => {
      const own = trx.selectFrom('teams.audit').where('team_id', '=', context.team.id);
      const rows = await own.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
      const { count } = await own.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return {
        data: rows.map(row => ({
          id: row.id,
          at: row.at.toISOString(),
          by: row.email,
          action: row.action,
          details: row.details,
        })),
        count,
      };
    });
  }
}
