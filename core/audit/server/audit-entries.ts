import type { Kysely, SelectQueryBuilder, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#core/data/server/index.ts';
import type { AuditTables, EntryTable } from './audit-tables.ts';

export type AuditEntry = Selectable<EntryTable>;

/** Conditions of a list of entries; absent parts narrow nothing. */
export interface AuditFilter {
  readonly organizationId?: number | undefined;
  readonly team?: number | undefined;
  readonly email?: string | undefined;
  /** The beginning of the action, such as `projects.`. */
  readonly action?: string | undefined;
  readonly outcome?: EntryTable['outcome'] | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** A part of the action, the e-mail or the details. */
  readonly search?: string | undefined;
}

const PAGE = 1_000;

const pattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** Reads the audit log. */
export class AuditEntries {
  constructor(private readonly database: Database) {}

  /** One page, the newest first, and the number of all that fit. */
  async list(
    filter: AuditFilter,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: readonly AuditEntry[]; readonly count: number }> {
    return this.#run(async trx => {
      const fitting = narrowed(trx, filter);
      const data = await fitting.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
      const { count } = await fitting.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return { data, count };
    });
  }

  /** All entries that fit, the oldest first, read page by page. */
  async *all(filter: AuditFilter): AsyncGenerator<AuditEntry> {
    let after = 0;
    for (;;) {
      const rows = await this.database.step(() =>
        this.#run(trx => narrowed(trx, filter).selectAll().where('id', '>', after).orderBy('id').limit(PAGE).execute()),
      );
      yield* rows;
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.id;
    }
  }

  #run<T>(work: (trx: Kysely<AuditTables>) => Promise<T>): Promise<T> {
    return this.database.system<AuditTables>('read the audit log').transaction(work);
  }
}

function narrowed(
  trx: Kysely<AuditTables>,
  { organizationId, team, email, action, outcome, from, until, search }: AuditFilter,
): SelectQueryBuilder<AuditTables, 'audit.entry', object> {
  let query: SelectQueryBuilder<AuditTables, 'audit.entry', object> = trx.selectFrom('audit.entry');
  if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId);
  if (team !== undefined) query = query.where('team', '=', team);
  if (email !== undefined) query = query.where('email', '=', email.toLowerCase());
  if (action !== undefined) query = query.where('action', 'like', `${pattern(action)}%`);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (until !== undefined) query = query.where('at', '<', until);
  if (search !== undefined) {
    const part = `%${pattern(search)}%`;
    query = query.where(({ eb, or }) =>
      or([eb('action', 'ilike', part), eb('email', 'ilike', part), eb(sql<string>`details::text`, 'ilike', part)]),
    );
  }
  return query;
}
