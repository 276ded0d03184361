import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { withAllRows } from '#core/data/server/index.ts';

/** Former and present ids of plugins that have tables, in the order in which their schemas can be renamed. */
const SCHEMAS = [
  ['annotations', 'annotation-api'],
  ['editor', 'annotations'],
  ['custom-apps', 'apps'],
  ['custom-metadata', 'item-fields'],
  ['custom-view', 'table-views'],
  ['editor-multimodal', 'editor-form'],
  ['item-page', 'item-details'],
  ['models', 'language-models'],
  ['object-storage', 's3-ingest'],
  ['templates', 'skeletons'],
  ['transfer', 'exchange'],
  ['work-schedule', 'work-schedules'],
] as const;
/** The same for plugins without tables. */
const OTHERS = [
  ['item-requests', 'task-requests'],
  ['ml', 'smart-tools'],
] as const;
/** Plugins that became part of another one or of the core: their switches go. */
const MERGED = ['project-columns', 'step-guide', 'code'];

const schemaOf = (id: string): string => id.replaceAll('-', '_');

/** Renames a schema, and its functions' references to it. Does nothing on a database that never had it. */
async function renameSchema(database: Kysely<unknown>, from: string, to: string): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select nspname as name from pg_namespace where nspname = ${from}`.execute(database);
  if (rows.length === 0) return;
  await sql`alter schema ${sql.id(from)} rename to ${sql.id(to)}`.execute(database);
  const functions = await sql<{ body: string }>`select pg_get_functiondef(p.oid) as body from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace where n.nspname = ${to}`.execute(database);
  for (const { body } of functions.rows) await sql.raw(body.replaceAll(`${from}.`, `${to}.`)).execute(database);
}

async function hasTable(database: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`.execute(database);
  return rows[0]?.there === true;
}

async function renamePlugins(database: Kysely<unknown>, pairs: readonly (readonly [string, string])[]): Promise<void> {
  const [hasSwitches, hasKeys] = [
    await hasTable(database, 'tenancy.plugin_switch'),
    await hasTable(database, 'keyboard.own_keys'),
  ];
  if (hasSwitches) await sql`delete from tenancy.plugin_switch where plugin = any(${MERGED}::text[])`.execute(database);
  for (const [from, to] of pairs) {
    await sql`update data.job set plugin = ${to} where plugin = ${from}`.execute(database);
    if (hasSwitches)
      await sql`update tenancy.plugin_switch set plugin = ${to} where plugin = ${from}`.execute(database);
    if (!hasKeys) continue;
    await sql`update keyboard.own_keys set keys = (
      select jsonb_object_agg(case when key like ${`${from}.%`} then ${`${to}.`} || substr(key, ${from.length + 2}::int) else key end, value)
      from jsonb_each(keys)
    ) where exists (select from jsonb_object_keys(keys) as key where key like ${`${from}.%`})`.execute(database);
  }
}

/** Renames plugins: their schemas, switches, jobs and the keys people chose for their commands. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    for (const [from, to] of SCHEMAS) await renameSchema(database, schemaOf(from), schemaOf(to));
    await withAllRows(database, async all => {
      // Annotations and their API exchanged a name: keys and switches of the frame stay with the editor.
      await renamePlugins(all, [...SCHEMAS.filter(([from]) => from !== 'editor'), ...OTHERS]);
    });
  },
  async down(database: Kysely<unknown>): Promise<void> {
    for (const [from, to] of [...SCHEMAS].reverse()) await renameSchema(database, schemaOf(to), schemaOf(from));
    await withAllRows(database, all =>
      renamePlugins(
        all,
        [...SCHEMAS.filter(([from]) => from !== 'editor'), ...OTHERS].map(([from, to]) => [to, from] as const),
      ),
    );
  },
};
