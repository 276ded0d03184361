import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Fields of an item whose change makes another picture, or moves, removes or restores it. */
const PICTURE = ['project_id', 'deleted_at', 'width', 'blob_hash', 'display_hash', 'lores_hash', 'lores_mime'];
const VECTOR = ['project_id', 'source', 'provider', 'vector', 'tags'];

/** Tables whose rows vectors are made of, and their own. `fields`: an update of others changes nothing. */
const WATCHED = [
  { table: 'items.item', key: ['id'], fields: PICTURE },
  { table: 'explore.instance', key: ['id'], fields: undefined },
  { table: 'explore.embedding', key: ['item_id', 'position'], fields: VECTOR },
] as const;

const nameOf = (table: string, event: string): string => `vectors_${table.split('.')[1]!}_${event}`;

/** Adds a row for each project of the changed rows, where vectors are kept. */
const note = (name: string, changed: string): string => `
  create function explore.${name}() returns trigger language plpgsql as $body$
  begin
    insert into explore.vector_write (team_id, project_id)
    select sync.team_id, sync.project_id from explore.embedding_sync as sync
    where (sync.team_id, sync.project_id) in (${changed});
    return null;
  end $body$`;

/**
 * Writes that change which vectors a project has or needs: their number is a version, so that a search need not count
 * all rows. Rows are only added, so that two saves do not wait for each other. Statement triggers write them, so that
 * no way to change an item is left out.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table explore.embedding_sync add column writes bigint not null default 0`.execute(database);
    await sql`create table explore.vector_write (
      id bigint generated always as identity primary key, team_id int not null, project_id int not null,
      foreign key (team_id, project_id) references explore.embedding_sync (team_id, project_id) on delete cascade
    )`.execute(database);
    await sql`create index vector_write_project on explore.vector_write (team_id, project_id)`.execute(database);
    await forceRowSecurity(database, 'explore.vector_write');
    for (const { table, key, fields } of WATCHED) {
      const differs =
        fields === undefined
          ? ''
          : ` where (${fields.map(each => `before.${each}`).join(', ')}) is distinct from (${fields.map(each => `after.${each}`).join(', ')})`;
      const same = ['team_id', ...key].map(each => `before.${each} = after.${each}`).join(' and ');
      const both = `after join before on ${same}${differs}`;
      for (const [event, changed] of [
        ['insert', 'select team_id, project_id from after'],
        ['delete', 'select team_id, project_id from before'],
        [
          'update',
          `select after.team_id, after.project_id from ${both} union select before.team_id, before.project_id from ${both}`,
        ],
      ] as const) {
        const name = nameOf(table, event);
        await sql.raw(note(name, changed)).execute(database);
        const tables = [
          ...(event === 'insert' ? [] : ['old table as before']),
          ...(event === 'delete' ? [] : ['new table as after']),
        ].join(' ');
        await sql
          .raw(
            `create trigger ${name} after ${event} on ${table} referencing ${tables} for each statement execute function explore.${name}()`,
          )
          .execute(database);
      }
    }
  },
  async down(database: Kysely<unknown>): Promise<void> {
    for (const { table } of WATCHED)
      for (const event of ['insert', 'delete', 'update']) {
        const name = nameOf(table, event);
        await sql.raw(`drop trigger ${name} on ${table}`).execute(database);
        await sql.raw(`drop function explore.${name}()`).execute(database);
      }
    await sql`drop table explore.vector_write`.execute(database);
    await sql`alter table explore.embedding_sync drop column writes`.execute(database);
  },
};
