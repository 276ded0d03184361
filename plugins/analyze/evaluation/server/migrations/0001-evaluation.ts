import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';

const project = ['evaluation_project', ['team_id', 'project_id'], 'projects.project', ['team_id', 'id']] as const;

/** Prediction sets with their objects by item, evaluations, and the pairs of objects that their figures are made of. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'evaluation.prediction_set', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('model', 'text', column => column.notNull())
        .addColumn('version', 'text', column => column.notNull())
        .addColumn('file_name', 'text', column => column.notNull())
        .addColumn('blob_hash', 'text')
        .addColumn('size', 'bigint', column => column.notNull())
        .addColumn('kept', 'boolean', column => column.notNull().defaultTo(false))
        .addColumn('report', 'jsonb')
        .addColumn('job_id', 'uuid')
        .addColumn('creator', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addForeignKeyConstraint(project[0], [...project[1]], project[2] as never, [...project[3]] as never, key =>
          key.onDelete('cascade'),
        ),
    );
    await sql`create index prediction_set_project on evaluation.prediction_set (team_id, project_id)`.execute(database);
    await sql`create index prediction_set_file on evaluation.prediction_set (blob_hash) where blob_hash is not null`.execute(
      database,
    );
    await sql`create table evaluation.prediction (
      team_id int not null, prediction_set_id int not null, item_id int not null, objects jsonb not null,
      primary key (team_id, prediction_set_id, item_id),
      foreign key (team_id, prediction_set_id) references evaluation.prediction_set (team_id, id) on delete cascade,
      foreign key (team_id, item_id) references items.item (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index prediction_item on evaluation.prediction (team_id, item_id)`.execute(database);
    await tenantTable(database, 'evaluation.evaluation', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('request', 'jsonb', column => column.notNull())
        .addColumn('prediction_set_id', 'integer')
        .addColumn('subject', 'text', column => column.notNull())
        .addColumn('job_id', 'uuid')
        .addColumn('creator', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('result', 'jsonb')
        .addColumn('ap', 'double precision')
        .addColumn('f1', 'double precision')
        .addColumn('items', 'integer')
        .addForeignKeyConstraint(project[0], [...project[1]], project[2] as never, [...project[3]] as never, key =>
          key.onDelete('cascade'),
        )
        .addForeignKeyConstraint(
          'evaluation_set',
          ['team_id', 'prediction_set_id'],
          'evaluation.prediction_set' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create index evaluation_project_order on evaluation.evaluation (team_id, project_id, id)`.execute(
      database,
    );
    await sql`create table evaluation.pair (
      team_id int not null, evaluation_id int not null, item_id int not null,
      truth int, hit smallint, other int, other_step smallint,
      foreign key (team_id, evaluation_id) references evaluation.evaluation (team_id, id) on delete cascade,
      foreign key (team_id, item_id) references items.item (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index pair_item on evaluation.pair (team_id, evaluation_id, item_id)`.execute(database);
    await sql`create index pair_gone on evaluation.pair (team_id, item_id)`.execute(database);
    for (const table of ['evaluation.prediction', 'evaluation.pair']) await forceRowSecurity(database, table);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table evaluation.pair, evaluation.evaluation, evaluation.prediction, evaluation.prediction_set`.execute(
      database,
    );
  },
};
