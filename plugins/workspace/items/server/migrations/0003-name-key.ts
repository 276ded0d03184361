import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Names in lower case, stored and indexed: half a million of them are looked through for a part of a name in a tenth of
 * a second. And the types of smaller pictures that clients made themselves; ours are WebP. What people keep beside an
 * item has tables of its own.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table items.item add column name_key text collate "C" generated always as (lower(name)) stored`.execute(
      database,
    );
    await sql`alter table items.item add column thumbnail_mime text, add column lores_mime text`.execute(database);
    await sql`alter table items.item drop column metadata`.execute(database);
    await sql`create index item_name_key on items.item (team_id, project_id, name_key, id) include (folder_id, annotation_status) where deleted_at is null`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop index items.item_name_key`.execute(database);
    await sql`alter table items.item add column metadata jsonb not null default '{}'::jsonb`.execute(database);
    await sql`alter table items.item drop column name_key, drop column thumbnail_mime, drop column lores_mime`.execute(
      database,
    );
  },
};
