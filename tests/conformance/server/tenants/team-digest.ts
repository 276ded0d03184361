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
    const ofTeam = await tablesWith(trx, 'team_id');
    const ofOrganization = (await tablesWith(trx, 'organization_id')).filter(
      each => !ofTeam.includes(each) && !SEALS.has(each),
    );
    const parts = [
      ...ofTeam.map(each => digestOf(each, `team_id = ${teamId}`)),
      digestOf('tenancy.team', `id = ${teamId}`),
      ...ofOrganization.map(each => digestOf(each, `organization_id = ${organizationId}`)),
      digestOf('tenancy.organization', `id = ${organizationId}`),
    ];
    const { rows } = await sql
      .raw<{ readonly name: string; readonly digest: string }>(parts.join(' union all '))
      .execute(trx);
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  });
}

function digestOf(table: string, condition: string): string {
  const row = ROW_TEXT[table] ?? 't::text';
  return `select '${table}' as name, md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as digest from ${table} t where ${condition}`;
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
