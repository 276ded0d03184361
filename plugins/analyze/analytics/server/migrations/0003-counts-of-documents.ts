import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { withAllRows } from '#core/data/server/index.ts';

const COUNTS = ['object_count', 'answer_count', 'reason_count'] as const;

/**
 * Counts go with the counted document of their item instead of the item itself: one reference is checked for each
 * document, where each of its counts had one.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await withAllRows(database, async all => {
      for (const table of COUNTS)
        await sql`delete from ${sql.table(`analytics.${table}`)} as counted where not exists (
          select from analytics.document as kept where kept.team_id = counted.team_id and kept.item_id = counted.item_id
            and kept.project_id = counted.project_id)`.execute(all);
    });
    for (const table of COUNTS)
      await sql`alter table ${sql.table(`analytics.${table}`)}
        drop constraint ${sql.id(`${table}_team_id_project_id_item_id_fkey`)}`.execute(database);
    const each = (statement: (table: string) => string): string => COUNTS.map(statement).join('\n');
    await sql
      .raw(
        `create function analytics.document_gone() returns trigger language plpgsql as $body$
        begin
          ${each(table => `delete from analytics.${table} where team_id = old.team_id and item_id = old.item_id;`)}
          return null;
        end $body$`,
      )
      .execute(database);
    await sql
      .raw(
        `create function analytics.document_moved() returns trigger language plpgsql as $body$
        begin
          ${each(table => `update analytics.${table} set project_id = new.project_id where team_id = old.team_id and item_id = old.item_id;`)}
          return null;
        end $body$`,
      )
      .execute(database);
    await sql`create trigger document_gone after delete on analytics.document
      for each row execute function analytics.document_gone()`.execute(database);
    await sql`create trigger document_moved after update of project_id on analytics.document
      for each row when (old.project_id is distinct from new.project_id)
      execute function analytics.document_moved()`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop trigger document_moved on analytics.document`.execute(database);
    await sql`drop trigger document_gone on analytics.document`.execute(database);
    await sql`drop function analytics.document_moved(), analytics.document_gone()`.execute(database);
    for (const table of COUNTS)
      await sql`alter table ${sql.table(`analytics.${table}`)}
        add constraint ${sql.id(`${table}_team_id_project_id_item_id_fkey`)}
        foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id)
        on delete cascade on update cascade`.execute(database);
  },
};
