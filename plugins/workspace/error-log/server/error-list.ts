import { inject } from 'inversify';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import { personRows } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { organizationRows } from '#core/tenancy/server/index.ts';
import type { ErrorDetail, ErrorGroup, errorLogApi, ErrorState } from '../common/api.ts';
import type { ErrorTables, ProblemRow } from './error-tables.ts';

/** Groups of errors as super-admins read them. */
export class ErrorList {
  constructor(@inject(DatabaseToken) private readonly database: Database) {}

  handlers(): Handlers<typeof errorLogApi> {
    return {
      listErrors: ({ query }) => this.#list(query),
      getError: ({ params }) => this.#transaction(trx => detail(trx, params.error_id)),
      setErrorState: ({ params, body }, context) => this.#setState(context, params.error_id, body.state),
    };
  }

  #list({
    state,
    search = '',
    offset,
    limit,
  }: {
    readonly state?: ErrorState | undefined;
    readonly search?: string | undefined;
    readonly offset: number;
    readonly limit: number;
  }): Promise<{ data: ErrorGroup[]; count: number }> {
    const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    return this.#transaction(async trx => {
      const matching = trx
        .selectFrom('error_log.problem as problem')
        .$if(state !== undefined, query => query.where('state', '=', state!))
        .$if(search !== '', query =>
          query.where(({ or, eb }) => or([eb('message', 'ilike', pattern), eb('place', 'ilike', pattern)])),
        );
      const rows = await withPeople(matching)
        .orderBy('last_seen', 'desc')
        .orderBy('id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute();
      const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      return { data: rows.map(view), count: Number(count) };
    });
  }

  #setState(context: RequestContext, id: number, state: ErrorState): Promise<ErrorDetail> {
    return this.#transaction(async trx => {
      await trx
        .updateTable('error_log.problem')
        .set({ state, returned: false, changed_by: context.user.id, changed_at: new Date() })
        .where('id', '=', id)
        .where('state', '<>', state)
        .execute();
      return detail(trx, id);
    });
  }

  #transaction<T>(work: (trx: Kysely<ErrorTables>) => Promise<T>): Promise<T> {
    return this.database.system<ErrorTables>('the error log').transaction(work);
  }
}

type Tables = ErrorTables & { problem: ErrorTables['error_log.problem'] };

const withPeople = <O>(query: SelectQueryBuilder<Tables, 'problem', O>) =>
  query
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from error_log.affected as affected where affected.problem_id = problem.id)`.as(
        'people',
      ),
    );

const view = (row: ProblemRow & { readonly people: number }): ErrorGroup => ({
  id: row.id,
  side: row.side,
  plugin: row.plugin,
  kind: row.kind,
  message: row.message,
  place: row.place,
  state: row.state,
  returned: row.returned,
  count: Number(row.seen),
  people: row.people,
  version: row.version,
  firstSeen: row.first_seen.toISOString(),
  lastSeen: row.last_seen.toISOString(),
});

async function detail(trx: Kysely<ErrorTables>, id: number): Promise<ErrorDetail> {
  const row = await withPeople(trx.selectFrom('error_log.problem as problem').where('id', '=', id)).executeTakeFirst();
  if (row === undefined) throw notFound('The error');
  const { rows } = await sql<{
    at: Date;
    place: string;
    version: string;
    request_id: string | null;
    organization: string | null;
    person: string | null;
  }>`select occurrence.at, occurrence.place, occurrence.version, occurrence.request_id, organization.name as organization, person.email as person
    from error_log.occurrence as occurrence
    left join ${organizationRows} as organization on organization.id = occurrence.organization_id
    left join ${personRows} as person on person.id = occurrence.person_id
    where occurrence.problem_id = ${id}::int order by occurrence.id desc`.execute(trx);
  const changed = await sql<{
    email: string;
  }>`select email from ${personRows} as person where person.id = ${row.changed_by}::int`.execute(trx);
  return {
    ...view(row),
    stack: row.stack,
    changedBy: changed.rows[0]?.email ?? null,
    changedAt: row.changed_at?.toISOString() ?? null,
    occurrences: rows.map(each => ({ ...each, at: each.at.toISOString() })),
  };
}
