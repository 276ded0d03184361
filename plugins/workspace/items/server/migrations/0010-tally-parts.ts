import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { withAllRows } from '#core/data/server/index.ts';

/** Parts of a number for changes of statuses, beside part 0. */
const PARTS = 16;

const KEY = 'team_id, project_id, folder_id, annotation_status';

/**
 * Numbers of the tally in parts, to be added up. Whoever changes the status of an item writes the part of the own
 * connection, so that nobody waits for the end of the transaction of somebody else. Other changes write part 0: the
 * ceilings of folders and projects are read behind its lock.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table items.tally add column part smallint not null default 0, drop constraint tally_pkey`.execute(
      database,
    );
    await sql.raw(`alter table items.tally add primary key (${KEY}, part)`).execute(database);
    await keepTally(database, {
      part: `case when sum(sum(step)) over (partition by team_id, project_id, folder_id) = 0 then 1 + pg_backend_pid() % ${PARTS} else 0 end`,
      key: `${KEY}, part`,
    });
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await withAllRows(database, async all => {
      await sql
        .raw(
          `create temporary table whole on commit drop as select ${KEY}, sum(items)::int as items from items.tally group by ${KEY}`,
        )
        .execute(all);
      await sql`delete from items.tally`.execute(all);
      await sql.raw(`insert into items.tally (${KEY}, items) select ${KEY}, items from whole`).execute(all);
    });
    await sql`alter table items.tally drop constraint tally_pkey, drop column part`.execute(database);
    await sql.raw(`alter table items.tally add primary key (${KEY})`).execute(database);
    await keepTally(database, { part: undefined, key: KEY });
  },
};

/** Statement triggers, so that bulk work stays one step. */
async function keepTally(
  database: Kysely<unknown>,
  { part, key }: { readonly part: string | undefined; readonly key: string },
): Promise<void> {
  for (const [name, before, after] of [
    ['added', false, true],
    ['removed', true, false],
    ['changed', true, true],
  ] as const) {
    const steps = [
      ...(before ? [`select ${KEY}, -1 as step from before where deleted_at is null`] : []),
      ...(after ? [`select ${KEY}, 1 as step from after where deleted_at is null`] : []),
    ];
    await sql
      .raw(
        `create or replace function items.tally_${name}() returns trigger language plpgsql as $body$
        begin
          insert into items.tally (${key}, items)
          select ${KEY}${part === undefined ? '' : `, ${part}`}, sum(step)::int
          from (${steps.join(' union all ')}) steps
          -- The last items go with their folder: nothing is left to count.
          where exists (select from items.folder f where f.team_id = steps.team_id and f.id = steps.folder_id)
          group by ${KEY} having sum(step) <> 0
          -- Always in this order, so that two bulk changes wait for one another instead of for each other.
          order by ${KEY}
          on conflict (${key}) do update set items = items.tally.items + excluded.items;
          return null;
        end $body$`,
      )
      .execute(database);
  }
}
