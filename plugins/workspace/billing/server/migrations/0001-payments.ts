import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Customers of the provider of payments, and the events it sent. Only system transactions read them. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table billing.customer (
      organization_id int primary key references tenancy.organization on delete cascade,
      customer text not null unique,
      subscription text,
      plan int,
      status text,
      period_end timestamptz,
      cancels boolean not null default false,
      version int not null default 1
    )`.execute(database);
    await sql`create table billing.event (
      id text primary key,
      received_at timestamptz not null default now()
    )`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table billing.event`.execute(database);
    await sql`drop table billing.customer`.execute(database);
  },
};
