import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { SYSTEM_ROLE, TENANT_ROLE } from '#core/data/server/index.ts';

/**
 * Authorship of changes. The column is `team` and not `team_id`: entries stay when their team is deleted. Transactions
 * of a team add entries of that team and read them; nobody changes or deletes one, and only their place in the chain is
 * added later.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table audit.entry (
      id bigint primary key generated always as identity,
      organization_id int not null,
      team int,
      at timestamptz not null,
      email text not null,
      credential text not null,
      address text not null,
      action text not null,
      outcome text not null check (outcome in ('done', 'denied', 'failed')),
      details jsonb not null,
      request_id text not null,
      number int,
      hash text
    )`.execute(database);
    await sql`create table audit.chain (
      organization_id int primary key,
      number int not null,
      hash text not null,
      seal text not null
    )`.execute(database);
    await sql`create index entry_newest on audit.entry (organization_id, id desc)`.execute(database);
    await sql`create index entry_team on audit.entry (team, id desc)`.execute(database);
    await sql`create index entry_open on audit.entry (organization_id, id) where number is null`.execute(database);
    await sql`create unique index entry_number on audit.entry (organization_id, number)`.execute(database);
    await sql`create function audit.keep() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and old.number is null and old.hash is null
          and (to_jsonb(new) - 'number' - 'hash') = (to_jsonb(old) - 'number' - 'hash') then return new; end if;
        raise exception 'entries of the audit log are not changed';
      end $$`.execute(database);
    await sql`create trigger keep before update or delete on audit.entry for each row execute function audit.keep()`.execute(
      database,
    );
    await sql`alter table audit.entry enable row level security`.execute(database);
    await sql`alter table audit.entry force row level security`.execute(database);
    const own = sql`team = nullif(current_setting('app.team', true), '')::int`;
    await sql`create policy team on audit.entry to ${sql.id(TENANT_ROLE)} using (${own}) with check (${own})`.execute(
      database,
    );
    const system = sql`current_user = ${sql.lit(SYSTEM_ROLE)}`;
    await sql`create policy system on audit.entry to ${sql.id(SYSTEM_ROLE)} using (${system}) with check (${system})`.execute(
      database,
    );
    await sql`grant select, insert on audit.entry to ${sql.id(TENANT_ROLE)}`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table audit.entry, audit.chain`.execute(database);
    await sql`drop function audit.keep()`.execute(database);
  },
};
