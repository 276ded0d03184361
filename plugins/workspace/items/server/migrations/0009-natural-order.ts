import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Keys of the natural order: names in lower case with every number padded to 20 digits, so that `item2` precedes
 * `item10`. Cut to 300 characters, which an index row holds beside the name. The search for a part of a name walks the
 * same index.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table items.item add column sort_key text collate "C" generated always as (
      left(regexp_replace(regexp_replace(lower(name), '([0-9]+)', '00000000000000000000\\1', 'g'), '[0-9]*([0-9]{20})', '\\1', 'g'), 300)
    ) stored`.execute(database);
    await sql`drop index items.item_name_key, items.item_status_list`.execute(database);
    await sql`create index item_name_key on items.item (team_id, project_id, sort_key, id) include (name_key, folder_id, annotation_status) where deleted_at is null`.execute(
      database,
    );
    await sql`create index item_folder_order on items.item (team_id, project_id, folder_id, sort_key, id) include (annotation_status) where deleted_at is null`.execute(
      database,
    );
    await sql`create index item_status_order on items.item (team_id, project_id, annotation_status, sort_key, id) include (folder_id) where deleted_at is null`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop index items.item_status_order, items.item_folder_order, items.item_name_key`.execute(database);
    await sql`alter table items.item drop column sort_key`.execute(database);
    await sql`create index item_status_list on items.item (team_id, project_id, annotation_status, name, id) include (folder_id) where deleted_at is null`.execute(
      database,
    );
    await sql`create index item_name_key on items.item (team_id, project_id, name_key, id) include (folder_id, annotation_status) where deleted_at is null`.execute(
      database,
    );
  },
};
