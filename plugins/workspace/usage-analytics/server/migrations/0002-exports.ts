import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Files of counts, and the work that makes them. They belong to no team. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table usage_analytics.export (
      id uuid primary key,
      state text not null check (state in ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
      from_day date not null,
      to_day date not null,
      team int not null,
      done int not null default 0,
      total int not null default 0,
      blob_hash text,
      size bigint,
      error text,
      asked_by int not null,
      created_at timestamptz not null default now(),
      active_at timestamptz,
      finished_at timestamptz
    )`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table usage_analytics.export`.execute(database);
  },
};
