import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Basic steps with their attributes in order, and the key-point document of a project. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table steps.step (
      id int generated always as identity primary key,
      team_id int not null,
      project_id int not null,
      position int not null,
      class_id int not null,
      tool int,
      unique (team_id, id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade,
      foreign key (team_id, class_id) references classes.class (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index step_project on steps.step (team_id, project_id)`.execute(database);
    await sql`create table steps.step_attribute (
      id int generated always as identity primary key,
      team_id int not null,
      step_id int not null,
      attribute_id int not null,
      unique (team_id, step_id, attribute_id),
      foreign key (team_id, step_id) references steps.step (team_id, id) on delete cascade,
      foreign key (team_id, attribute_id) references classes.attribute (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table steps.key_points (
      id int generated always as identity primary key,
      team_id int not null,
      project_id int not null,
      document jsonb not null,
      unique (team_id, project_id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    for (const table of ['step', 'step_attribute', 'key_points']) await forceRowSecurity(database, `steps.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table steps.key_points, steps.step_attribute, steps.step`.execute(database);
  },
};
