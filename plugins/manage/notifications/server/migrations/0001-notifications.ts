import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Notifications of people, and how each person wants to get them. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table notifications.notification (
      id int generated always as identity primary key,
      team_id int not null,
      email text not null,
      kind text not null,
      merge_key text not null,
      actor text,
      project_id int,
      item_id int,
      count int not null default 1,
      title text,
      detail text,
      mail_due timestamptz,
      mailed_at timestamptz,
      read_at timestamptz,
      created_at timestamptz not null default now(),
      unique (team_id, id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade,
      foreign key (team_id, item_id) references items.item (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index notification_person on notifications.notification (team_id, email, id desc)`.execute(
      database,
    );
    await sql`create index notification_unread on notifications.notification (team_id, email) where read_at is null`.execute(
      database,
    );
    await sql`create index notification_mail on notifications.notification (mail_due) where mail_due is not null and mailed_at is null and read_at is null`.execute(
      database,
    );
    await sql`create index notification_item on notifications.notification (team_id, item_id)`.execute(database);
    await sql`create index notification_project on notifications.notification (team_id, project_id)`.execute(database);
    await sql`create table notifications.preference (
      team_id int not null,
      email text not null,
      deliveries jsonb not null default '{}',
      mail_frequency text not null default 'daily' check (mail_frequency in ('daily', 'immediately')),
      mail_hour smallint not null default 7 check (mail_hour between 0 and 23),
      updated_at timestamptz not null default now(),
      primary key (team_id, email)
    )`.execute(database);
    for (const table of ['notification', 'preference']) await forceRowSecurity(database, `notifications.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table notifications.notification, notifications.preference`.execute(database);
  },
};
