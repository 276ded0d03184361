import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import migration from './migrations/0003-plugin-names.ts';

eachDatabase((_, fresh) => {
  it(
    'should rename the schemas of plugins with their rows, triggers and switches',
    async () => {
      const step = (up: (database: Kysely<unknown>) => Promise<unknown>) => async () => ({
        default: { up, down: async () => undefined },
      });
      const before = (schema: string, up: (database: Kysely<unknown>) => Promise<unknown>) => ({
        schema,
        migrations: { '0001.ts': step(up) },
      });
      const database = await fresh({
        areas: [
          before('tenancy', each =>
            sql`create table tenancy.plugin_switch (organization_id int, plugin text, enabled boolean)`.execute(each),
          ),
          before('keyboard', each => sql`create table keyboard.own_keys (email text, keys jsonb)`.execute(each)),
          before('annotations', each => sql`create table annotations.upload (id int)`.execute(each)),
          before('editor', each => sql`create table editor.annotation (id int)`.execute(each)),
          before('item_page', async each => {
            await sql`create table item_page.entry (id int)`.execute(each);
            await sql`create function item_page.note() returns trigger language plpgsql as $$ begin insert into item_page.entry values (new.id); return new; end $$`.execute(
              each,
            );
            await sql`create trigger note after insert on editor.annotation for each row execute function item_page.note()`.execute(
              each,
            );
          }),
        ],
      });
      const system = database.system('test');
      await system.transaction(async trx => {
        await sql`insert into tenancy.plugin_switch values (1, 'transfer', false), (1, 'step-guide', false), (1, 'editor', false)`.execute(
          trx,
        );
        await sql`insert into keyboard.own_keys values ('a@b.c', '{"ml.magic": ["M"], "editor.save": ["S"]}')`.execute(
          trx,
        );
        await sql`insert into editor.annotation values (1)`.execute(trx);
      });
      await database.migrate([{ schema: 'renaming', migrations: { '0003.ts': async () => ({ default: migration }) } }]);
      await system.transaction(async trx => {
        await sql`insert into annotations.annotation values (2)`.execute(trx);
        const rows = await sql<{ id: number }>`select id from item_details.entry order by id`.execute(trx);
        const switches = await sql<{
          plugin: string;
        }>`select plugin from tenancy.plugin_switch order by plugin`.execute(trx);
        const keys = await sql<{ keys: object }>`select keys from keyboard.own_keys`.execute(trx);
        const tables = await sql<{
          name: string;
        }>`select schemaname || '.' || tablename as name from pg_tables where schemaname in ('annotations', 'annotation_api', 'editor') and tablename not like 'kysely%' order by 1`.execute(
          trx,
        );
        expect(rows.rows.map(each => each.id)).toEqual([1, 2]);
        expect(switches.rows.map(each => each.plugin)).toEqual(['editor', 'exchange']);
        expect(keys.rows).toEqual([{ keys: { 'smart-tools.magic': ['M'], 'editor.save': ['S'] } }]);
        expect(tables.rows.map(each => each.name)).toEqual(['annotation_api.upload', 'annotations.annotation']);
      });
    },
    DATABASE_TIMEOUT_MS,
  );
});
