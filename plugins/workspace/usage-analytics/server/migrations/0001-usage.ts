import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Figures of the installation. They belong to no team, name no person, and transactions of teams can neither read nor
 * write them.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table usage_analytics.setting (
      only_one boolean primary key default true check (only_one),
      sink text not null check (sink in ('off', 'table', 'http', 'file')),
      address text,
      changed_by int,
      changed_at timestamptz,
      delivered_at timestamptz,
      error text,
      dropped bigint not null default 0
    )`.execute(database);
    // 0 is outside of teams and projects.
    await sql`create table usage_analytics.daily (
      day date not null,
      name text not null,
      team int not null,
      project int not null,
      role int not null,
      plan int not null,
      count bigint not null,
      primary key (day, name, team, project, role, plan)
    )`.execute(database);
    await sql`create table usage_analytics.visit (
      id uuid primary key,
      day date not null,
      team int not null,
      width int not null,
      height int not null
    )`.execute(database);
    await sql`create index visit_day on usage_analytics.visit (day)`.execute(database);
    await sql`create table usage_analytics.batch (
      id uuid primary key,
      at timestamptz not null default now()
    )`.execute(database);
    await sql`create index batch_at on usage_analytics.batch (at)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table usage_analytics.setting, usage_analytics.daily, usage_analytics.visit, usage_analytics.batch`.execute(
      database,
    );
  },
};
