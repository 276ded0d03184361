import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { withAllRows } from '#core/data/server/index.ts';
import { EACH_ITEM, noteFunction } from './0009-written-items.ts';

/** Changes of rows of an answer, by the tables of rows that a trigger is given. */
const EVENTS = {
  insert: { changed: 'select team_id, project_id, item_id from after', tables: 'new table as after' },
  delete: { changed: 'select team_id, project_id, item_id from before', tables: 'old table as before' },
  update: {
    changed: 'select team_id, project_id, item_id from after union select team_id, project_id, item_id from before',
    tables: 'old table as before new table as after',
  },
} as const;

/**
 * Vectors of passages of texts and answers, at the positions from -2 downwards of their item, and the job that makes
 * them. An item whose text has no passage has a row without a vector.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table explore.embedding add column passage text, add column component text`.execute(database);
    await sql`alter table explore.embedding_sync alter column job_id drop not null,
      add column text_job_id uuid, add column text_provider text`.execute(database);
    for (const [event, { changed, tables }] of Object.entries(EVENTS)) {
      const name = `vectors_component_${event}`;
      await sql.raw(noteFunction(name, changed, EACH_ITEM)).execute(database);
      await sql
        .raw(
          `create trigger ${name} after ${event} on explore.component referencing ${tables}
          for each statement execute function explore.${name}()`,
        )
        .execute(database);
    }
  },
  async down(database: Kysely<unknown>): Promise<void> {
    for (const event of Object.keys(EVENTS)) {
      await sql.raw(`drop trigger vectors_component_${event} on explore.component`).execute(database);
      await sql.raw(`drop function explore.vectors_component_${event}()`).execute(database);
    }
    await withAllRows(database, async all => {
      await sql`delete from explore.embedding where position < -1`.execute(all);
      await sql`delete from explore.embedding_sync where job_id is null`.execute(all);
    });
    await sql`alter table explore.embedding_sync alter column job_id set not null, drop column text_job_id, drop column text_provider`.execute(
      database,
    );
    await sql`alter table explore.embedding drop column passage, drop column component`.execute(database);
  },
};
