import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';

/** Point clouds by the file they are made of: their frames, the nodes of their octrees, and their camera images. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'point_clouds.cloud', table =>
      table
        .addColumn('blob_hash', 'text', column => column.notNull())
        .addColumn('kind', 'text', column => column.notNull())
        .addColumn('state', 'text', column => column.notNull().defaultTo('waiting'))
        .addColumn('job_id', 'text')
        .addColumn('error', 'text')
        .addColumn('facts', 'jsonb')
        .addColumn('nodes_hash', 'text')
        .addColumn('thumbnail_hash', 'text')
        .addColumn('lores_hash', 'text')
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addUniqueConstraint('cloud_blob_key', ['team_id', 'blob_hash', 'kind']),
    );
    const ofCloud = sql`foreign key (team_id, cloud_id) references point_clouds.cloud (team_id, id) on delete cascade`;
    await sql`create table point_clouds.frame (
      team_id int not null,
      cloud_id int not null,
      frame int not null,
      facts jsonb not null,
      primary key (team_id, cloud_id, frame),
      ${ofCloud}
    )`.execute(database);
    await sql`create table point_clouds.node (
      team_id int not null,
      cloud_id int not null,
      frame int not null,
      name text not null,
      points int not null,
      spacing float8 not null,
      corner float8[] not null,
      edge float8 not null,
      first_byte bigint not null,
      bytes int not null,
      primary key (team_id, cloud_id, frame, name),
      ${ofCloud}
    )`.execute(database);
    await sql`create table point_clouds.image (
      team_id int not null,
      cloud_id int not null,
      frame int not null,
      number int not null,
      blob_hash text not null,
      mime text not null,
      bytes int not null,
      facts jsonb not null,
      primary key (team_id, cloud_id, frame, number),
      ${ofCloud}
    )`.execute(database);
    for (const name of ['frame', 'node', 'image']) await forceRowSecurity(database, `point_clouds.${name}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    for (const name of ['image', 'node', 'frame', 'cloud'])
      await sql`drop table point_clouds.${sql.ref(name)}`.execute(database);
  },
};
