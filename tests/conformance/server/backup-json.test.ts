import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { MigrationSource } from '#core/data/server/index.ts';
import { backup, DiskBlobs, loadKeys, restore } from '#core/data/server/index.ts';
import { bundledMigrations } from '../../../core/shell/server/migration-sources.ts';
import { discoverBundled } from '../../../core/shell/server/discovery.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase, freshDatabase } from '#tests/support/database.ts';
import { EVERYTHING } from '#tests/support/test-app.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly kind: string;
  readonly required: boolean;
  readonly labels: readonly string[] | null;
}

/** Takes every constraint but `not null` away, so that rows can be made without knowing what they are about. */
const loose: MigrationSource = {
  schema: 'loose',
  migrations: {
    '0001.ts': () =>
      Promise.resolve({
        default: {
          async up(database: Kysely<unknown>) {
            await sql`do $$ declare each record; begin
      for each in select k.conrelid::regclass as place, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
        where k.contype in ('f', 'c') and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss')
      loop execute format('alter table %s drop constraint %I', each.place, each.name); end loop;
      for each in select t.tgrelid::regclass as place, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
        where not t.tgisinternal and n.nspname <> 'pgboss'
      loop execute format('drop trigger %I on %s', each.name, each.place); end loop;
    end $$`.execute(database);
          },
          down: () => Promise.resolve(),
        },
      }),
  },
};

const valueOf = ({ type, kind, labels, name, table }: Column, row: number): string => {
  if (kind === 'A') return "'{}'";
  if (labels !== null) return `'${labels[0]}'`;
  if (/^(integer|bigint|smallint|numeric|real|double|oid)/.test(type)) return String(row);
  if (/^(text|character|citext|name)/.test(type)) return `'${row}'`;
  if (/^(timestamp|date)/.test(type)) return "'2026-11-22 12:00:00'";
  if (type === 'boolean') return 'true';
  if (type === 'uuid') return `'00000000-0000-4000-8000-00000000000${row}'`;
  if (type === 'bytea') return "'\\x00'";
  if (type === 'tsvector') return `'${row}'`;
  if (type === 'interval') return "'1 day'";
  throw new Error(`The test knows no value of type ${type} for ${table}.${name}.`);
};

eachDatabase((kind, fresh) => {
  it(
    'should bring back a JSON null of every JSON column of the product as it was',
    async () => {
      const areas = [...bundledMigrations(await discoverBundled()), loose];
      const source = await fresh({ template: EVERYTHING, areas: [loose] });
      const read = (database: typeof source): Promise<readonly Column[]> =>
        database.system('read columns').transaction(
          async trx =>
            (
              await sql<Column>`
      select format('%I.%I', n.nspname, c.relname) as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, t.typcategory as kind, a.attnotnull as required,
        (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid) as labels
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' join pg_type t on t.oid = a.atttypid
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss') and c.relname not like 'kysely_migration%'
        and exists (select from pg_attribute j where j.attrelid = c.oid and j.attnum > 0 and not j.attisdropped and j.atttypid in ('json'::regtype, 'jsonb'::regtype))
      order by 1, a.attnum`.execute(trx)
            ).rows,
        );
      const columns = await read(source);
      const isJson = (each: Column): boolean => each.type === 'json' || each.type === 'jsonb';
      const tables = new Map(columns.map(({ table }) => [table, columns.filter(each => each.table === table)]));
      expect(columns.filter(each => isJson(each) && each.required).length).toBeGreaterThan(10);
      await source.system('fill').transaction(async trx => {
        for (const [table, each] of tables) {
          const filled = each.filter(column => isJson(column) || column.required);
          // The first row has a JSON null in every JSON column, the second no value where that is allowed.
          for (const row of [1, 2]) {
            const values = filled.map(column =>
              isJson(column) ? (row === 1 || column.required ? "'null'" : 'null') : valueOf(column, row),
            );
            await sql`insert into ${sql.raw(table)} (${sql.join(filled.map(column => sql.ref(column.name)))}) overriding system value values (${sql.raw(values.join(', '))})`.execute(
              trx,
            );
          }
        }
      });
      const folder = await mkdtemp(join(tmpdir(), 'loupe-json-'));
      const target = await freshDatabase(kind, { areas: false });
      try {
        const blobs = await DiskBlobs.open({ folder: join(folder, 'blobs') });
        const file = join(folder, 'backup.zip');
        await backup({ database: source, blobs, keys: await loadKeys(folder), version: 'test' }, file);
        await restore(file, { database: target.database, blobs, folder, areas });
        const wrong: string[] = [];
        await target.database.system('compare').transaction(async trx => {
          for (const { table, name, required } of columns.filter(isJson)) {
            const { rows } = await sql<{
              value: string | null;
            }>`select ${sql.ref(name)}::text as value from ${sql.raw(table)}`.execute(trx);
            const found = rows
              .map(each => String(each.value === null ? 'no value' : each.value))
              .toSorted()
              .join(', ');
            if (found !== (required ? 'null, null' : 'no value, null')) wrong.push(`${table}.${name}: ${found}`);
          }
        });
        expect(wrong).toEqual([]);
      } finally {
        await target.drop();
        await rm(folder, { recursive: true });
      }
    },
    2 * DATABASE_TIMEOUT_MS,
  );
});
