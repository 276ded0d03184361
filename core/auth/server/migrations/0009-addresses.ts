import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The address a person signs in with, apart from `email`, which names the account in every table and stays. An address
 * that an account ever had belongs to it for good.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table auth.person add column address text`.execute(database);
    await sql`update auth.person set address = email`.execute(database);
    await sql`alter table auth.person alter column address set not null, add unique (address)`.execute(database);
    await sql`create table auth.address (
      address text primary key,
      person_id int not null references auth.person on delete cascade
    )`.execute(database);
    await sql`insert into auth.address (address, person_id) select email, id from auth.person`.execute(database);
    await sql`create index address_person on auth.address (person_id)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table auth.address`.execute(database);
    await sql`alter table auth.person drop column address`.execute(database);
  },
};
