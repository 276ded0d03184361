import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Plugins that the operator withholds from an organization: off, and not for its owner to switch. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.plugin_switch add column withheld boolean not null default false, add constraint withheld_is_off check (not (withheld and enabled))`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.plugin_switch drop constraint withheld_is_off, drop column withheld`.execute(
      database,
    );
  },
};
