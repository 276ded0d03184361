import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Items of one statement that are noted one by one; of more, the entire project is noted. */
const MOST_EACH = 1000;
const WATCHED = [
  {
    table: 'item',
    item: 'id',
    fields: ['project_id', 'deleted_at', 'width', 'blob_hash', 'display_hash', 'lores_hash', 'lores_mime'],
  },
  { table: 'instance', item: 'item_id', fields: undefined },
  { table: 'embedding', item: 'item_id', fields: ['project_id', 'source', 'provider', 'vector', 'tags'] },
] as const;
/** Columns that find a row of each table again. */
const KEYS = { item: ['id'], instance: ['id'], embedding: ['item_id', 'position'] } as const;

export const noteFunction = (name: string, changed: string, noted: string): string => `
  create or replace function explore.${name}() returns trigger language plpgsql as $body$
  begin
    ${noted.replace('CHANGED', changed)}
    return null;
  end $body$`;

/** Statement that adds a row for each changed item, or one for the project of many. */
export const EACH_ITEM = `
    with changed as materialized (
      select distinct given.team_id, given.project_id, given.item_id from (CHANGED) as given
      join explore.embedding_sync as sync on sync.team_id = given.team_id and sync.project_id = given.project_id
    ), amount as (select count(*) as items from changed)
    insert into explore.vector_write (team_id, project_id, item_id)
    select team_id, project_id, item_id from changed where (select items from amount) <= ${MOST_EACH}
    union all select distinct team_id, project_id, null::int from changed where (select items from amount) > ${MOST_EACH};`;
/** Adds a row for each project, as before. */
const EACH_PROJECT = `
    insert into explore.vector_write (team_id, project_id)
    select sync.team_id, sync.project_id from explore.embedding_sync as sync
    where (sync.team_id, sync.project_id) in (select team_id, project_id from (CHANGED) as given);`;

async function defineAll(database: Kysely<unknown>, noted: string): Promise<void> {
  for (const { table, item, fields } of WATCHED) {
    const columns = (of: string): string => `select ${of}.team_id, ${of}.project_id, ${of}.${item} as item_id`;
    const differs =
      fields === undefined
        ? ''
        : ` where (${fields.map(each => `before.${each}`).join(', ')}) is distinct from (${fields.map(each => `after.${each}`).join(', ')})`;
    const same = ['team_id', ...KEYS[table]].map(each => `before.${each} = after.${each}`).join(' and ');
    const both = `after join before on ${same}${differs}`;
    for (const [event, changed] of [
      ['insert', `${columns('after')} from after`],
      ['delete', `${columns('before')} from before`],
      ['update', `${columns('after')} from ${both} union ${columns('before')} from ${both}`],
    ] as const)
      await sql.raw(noteFunction(`vectors_${table}_${event}`, changed, noted)).execute(database);
  }
}

/**
 * Notes which items a write changed, so that only these are counted and read again. Without an item, any item of the
 * project may have changed.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table explore.vector_write add column item_id int`.execute(database);
    await defineAll(database, EACH_ITEM);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await defineAll(database, EACH_PROJECT);
    await sql`alter table explore.vector_write drop column item_id`.execute(database);
  },
};
