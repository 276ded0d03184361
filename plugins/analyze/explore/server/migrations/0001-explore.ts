import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';

const ofItem = sql`foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade on update cascade`;
const ofProject = ['projects.project' as never, ['team_id', 'id'] as never] as const;

/** Contents of annotation documents, as rows that queries find quickly; subsets, saved queries and bookmarks. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table explore.instance (
      id bigint generated always as identity primary key,
      team_id int not null, project_id int not null, item_id int not null, position int not null,
      key text, kind text not null, type text, class_id int not null, attributes jsonb not null,
      creation text, created_by text, created_role text, created_at timestamptz, updated_by text, updated_role text, updated_at timestamptz,
      probability double precision, error boolean, locked boolean not null, visible boolean not null, group_id double precision, tracking_id text, labels text,
      x double precision, y double precision, width double precision, height double precision, area double precision, points int,
      out_of_bounds boolean not null, self_intersecting boolean, started double precision, ended double precision, text text,
      ${ofItem}
    )`.execute(database);
    await sql`create index instance_item on explore.instance (team_id, item_id, class_id)`.execute(database);
    await sql`create index instance_class on explore.instance (team_id, project_id, class_id, item_id)`.execute(
      database,
    );
    await sql`create table explore.comment (
      id bigint generated always as identity primary key,
      team_id int not null, project_id int not null, item_id int not null, position int not null,
      text text not null, resolved boolean not null, created_by text, created_at timestamptz, ${ofItem}
    )`.execute(database);
    await sql`create table explore.component (
      id bigint generated always as identity primary key,
      team_id int not null, project_id int not null, item_id int not null,
      name text not null, row_number int not null, text text, number double precision, length int not null, is_empty boolean not null, ${ofItem}
    )`.execute(database);
    await sql`create table explore.fact (
      team_id int not null, project_id int not null, item_id int not null, revision int not null,
      last_action_email text, last_action_at timestamptz, predicted boolean not null, duration double precision, length double precision, free_text text,
      primary key (team_id, item_id), ${ofItem}
    )`.execute(database);
    await sql`create table explore.history (
      id bigint generated always as identity primary key,
      team_id int not null, project_id int not null, item_id int not null,
      from_status int not null, to_status int not null, email text not null, role int, source text not null, at timestamptz not null default now(), ${ofItem}
    )`.execute(database);
    for (const table of ['comment', 'component', 'history'])
      await sql`create index ${sql.id(`${table}_item`)} on ${sql.table(`explore.${table}`)} (team_id, item_id)`.execute(
        database,
      );
    await sql`create table explore.sync (
      team_id int not null, project_id int not null, job_id uuid, done_at timestamptz, primary key (team_id, project_id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await tenantTable(database, 'explore.subset', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('creator', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('updated_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addUniqueConstraint('subset_project_key', ['team_id', 'project_id', 'id'])
        .addUniqueConstraint('subset_name', ['team_id', 'project_id', 'name'])
        .addForeignKeyConstraint('subset_project', ['team_id', 'project_id'], ...ofProject, key =>
          key.onDelete('cascade'),
        ),
    );
    await sql`create table explore.subset_item (
      team_id int not null, project_id int not null, subset_id int not null, item_id int not null,
      primary key (team_id, subset_id, item_id), ${ofItem},
      foreign key (team_id, project_id, subset_id) references explore.subset (team_id, project_id, id) on delete cascade
    )`.execute(database);
    await sql`create index subset_item_item on explore.subset_item (team_id, item_id)`.execute(database);
    await sql`create table explore.subset_share (
      team_id int not null, project_id int not null, subset_id int not null, token_hash text not null, created_at timestamptz not null default now(), creator text not null,
      primary key (team_id, subset_id), unique (token_hash),
      foreign key (team_id, project_id, subset_id) references explore.subset (team_id, project_id, id) on delete cascade
    )`.execute(database);
    await tenantTable(database, 'explore.saved_query', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('text', 'text', column => column.notNull())
        .addColumn('creator', 'text', column => column.notNull())
        .addColumn('shared', 'boolean', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('updated_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addUniqueConstraint('saved_query_name', ['team_id', 'project_id', 'name'])
        .addForeignKeyConstraint('saved_query_project', ['team_id', 'project_id'], ...ofProject, key =>
          key.onDelete('cascade'),
        ),
    );
    await tenantTable(database, 'explore.bookmark', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('item_id', 'integer', column => column.notNull())
        .addColumn('instance_id', 'text')
        .addColumn('email', 'text', column => column.notNull())
        .addColumn('note', 'text', column => column.notNull())
        .addColumn('color', 'text')
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('updated_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addForeignKeyConstraint(
          'bookmark_item',
          ['team_id', 'project_id', 'item_id'],
          'items.item' as never,
          ['team_id', 'project_id', 'id'] as never,
          key => key.onDelete('cascade').onUpdate('cascade'),
        ),
    );
    await sql`create unique index bookmark_one on explore.bookmark (team_id, item_id, email, coalesce(instance_id, ''))`.execute(
      database,
    );
    await sql`create table explore.hash (
      team_id int not null, project_id int not null, hash text not null, state jsonb not null, used_at timestamptz not null default now(), primary key (team_id, project_id, hash),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    for (const table of [
      'instance',
      'comment',
      'component',
      'fact',
      'history',
      'sync',
      'subset_item',
      'subset_share',
      'hash',
    ])
      await forceRowSecurity(database, `explore.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table explore.hash, explore.bookmark, explore.saved_query, explore.subset_share, explore.subset_item, explore.subset, explore.sync, explore.history, explore.fact, explore.component, explore.comment, explore.instance`.execute(
      database,
    );
  },
};
