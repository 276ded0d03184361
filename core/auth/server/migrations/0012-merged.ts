import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The account that an account was merged into. A merged one keeps its row: it names the author of earlier work. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table auth.person add column merged_into int references auth.person`.execute(database);
    await sql`create index person_merged on auth.person (merged_into) where merged_into is not null`.execute(database);
    // The remaining account may take the address of a merged one.
    await sql`alter table auth.person drop constraint person_address_key`.execute(database);
    await sql`create unique index person_address on auth.person (address) where merged_into is null`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`update auth.person set address = concat(id, ' ', email) where merged_into is not null`.execute(database);
    await sql`drop index auth.person_address`.execute(database);
    await sql`alter table auth.person drop column merged_into, add unique (address)`.execute(database);
  },
};
