import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The deferred trigger runs for each entry when a transaction ends, and only the first run has something to do. The
 * others leave without a query: the plan of one is made while the table is small and scans all of it ever after, so
 * that the end of a bulk change took longer the more entries there were.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(SIGNED_ONCE).execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql.raw(SIGNED_TOGETHER).execute(database);
  },
};

const signed = (declared: string, unless: string): string =>
  `create or replace function item_details.signed() returns trigger language plpgsql as $body$
  declare
    who text;${declared}
  begin
    ${unless}
    select found.by_email into who from (
      select logged.by_email, logged.seq from kernel.event_log logged where logged.team_id = new.team_id and logged.at = new.at and logged.by_email is not null offset 0
    ) found order by found.seq limit 1;
    if who is not null then update item_details.entry set by_email = who where team_id = new.team_id and at = new.at and by_email is null; end if;
    return null;
  end $body$`;

const SIGNED_ONCE = signed(
  `
    present text := pg_current_xact_id()::text;`,
  `if current_setting('item_details.signed', true) = present then return null; end if;
    perform set_config('item_details.signed', present, true);`,
);
const SIGNED_TOGETHER = signed(
  '',
  'if not exists (select from item_details.entry e where e.id = new.id and e.by_email is null) then return null; end if;',
);
