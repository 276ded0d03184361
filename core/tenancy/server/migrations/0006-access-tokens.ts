import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Named tokens with scopes and an end, of people and of accounts that are made for a token. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table tenancy.access_token (
      id int primary key generated always as identity,
      team_id int not null references tenancy.team on delete cascade,
      person_id int not null references auth.person on delete cascade,
      kind text not null check (kind in ('personal', 'service')),
      name text not null,
      token_hash text not null unique,
      hint text not null,
      scopes text[] not null,
      created_by int references auth.person on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      last_used_at timestamptz,
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index access_token_name on tenancy.access_token (team_id, person_id, lower(name))`.execute(
      database,
    );
    await sql`create index access_token_person on tenancy.access_token (person_id)`.execute(database);
    await forceRowSecurity(database, 'tenancy.access_token');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table tenancy.access_token`.execute(database);
  },
};
