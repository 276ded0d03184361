import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Maintenance of the installation: one row, or none. It belongs to no team. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table maintenance.plan (
      is_single boolean primary key default true check (is_single),
      starts_at timestamptz not null,
      ends_at timestamptz,
      message text not null,
      status_url text,
      read_only boolean not null
    )`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table maintenance.plan`.execute(database);
  },
};
