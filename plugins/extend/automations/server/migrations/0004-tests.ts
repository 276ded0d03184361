import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Permissions to read and the language of code, its saved tests, and what its steps took. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    const added = sql`'{"interpreter": "typescript", "reads": []}'::jsonb`;
    await sql`update automations.custom_task set draft = ${added} || draft`.execute(database);
    await sql`update automations.custom_task_version set settings = ${added} || settings`.execute(database);
    await sql`alter table automations.step add column trace jsonb`.execute(database);
    await sql`create table automations.test_case (
      id int generated always as identity primary key,
      team_id int not null,
      custom_task_id int not null,
      name text not null,
      event jsonb not null,
      context jsonb not null,
      expected jsonb,
      author_email text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id),
      foreign key (team_id, custom_task_id) references automations.custom_task (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create unique index test_case_name on automations.test_case (team_id, custom_task_id, lower(name))`.execute(
      database,
    );
    await forceRowSecurity(database, 'automations.test_case');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table automations.test_case`.execute(database);
    await sql`alter table automations.step drop column trace`.execute(database);
    await sql`update automations.custom_task set draft = draft - 'interpreter' - 'reads'`.execute(database);
    await sql`update automations.custom_task_version set settings = settings - 'interpreter' - 'reads'`.execute(
      database,
    );
  },
};
