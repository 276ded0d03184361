import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '#core/data/server/index.ts';

/** Entries of the audit log are numbered and sealed some time after they were written, whoever calls meanwhile. */
const ROW_TEXT: Readonly<Record<string, string>> = { 'audit.entry': "(to_jsonb(t) - 'number' - 'hash')::text" };
const SEALS: ReadonlySet<string> = new Set(['audit.chain']);

/** A digest per table of all rows of one team. Equal digests: nothing of the team was changed, added or removed. */
export async function teamDigest(
  database: Database,
  teamId: number,
  organizationId: number,
): Promise<Readonly<Record<string, string>>> {
  return database.system('tenant fuzz').transaction(async trx => {
    const tables = await tablesWith(trx, 'team_id');
    const parts = [
      ...tables.map(
        each =>
          [
            each,
            sql.raw(
              `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${each} t where team_id = ${teamId}`,
            ),
          ] as const,
      ),
      [
        'tenancy.team',
        sql.raw(
          `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from tenancy.team t where id = ${teamId}`,
        ),
      ] as const,
      ...(await tablesWith(trx, 'organization_id'))
        .filter(each => !tables.includes(each) && !SEALS.has(each))
        .map(
          each =>
            [
              each,
              sql.raw(
                `select md5(coalesce(string_agg(${ROW_TEXT[each] ?? 't::text'}, '|' order by ${ROW_TEXT[each] ?? 't::text'}), '')) as digest from ${each} t where organization_id = ${organizationId}`,
              ),
            ] as const,
        ),
      [
        'tenancy.organization',
        sql.raw(
          `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from tenancy.organization t where id = ${organizationId}`,
        ),
      ] as const,
    ];
    const found: Record<string, string> = {};
    for (const [table, query] of parts)
      found[table] = (await sql<{ digest: string }>`${query}`.execute(trx)).rows[0]!.digest;
    return found;
  });
}

/** Tables whose digests differ. */
export function changedTables(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.keys(after).filter(each => before[each] !== after[each]);
}

async function tablesWith(trx: Kysely<unknown>, column: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = ${column} and not a.attisdropped
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') order by 1`.execute(trx);
  return rows.map(each => each.name);
}
