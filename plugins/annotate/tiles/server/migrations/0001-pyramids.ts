import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';

/** Tile pyramids by the file they are made of, and their rows of tiles, each packed into one blob. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'tiles.pyramid', table =>
      table
        .addColumn('blob_hash', 'text', column => column.notNull())
        .addColumn('state', 'text', column => column.notNull().defaultTo('waiting'))
        .addColumn('width', 'integer', column => column.notNull())
        .addColumn('height', 'integer', column => column.notNull())
        .addColumn('tile_size', 'integer', column => column.notNull())
        .addColumn('overlap', 'integer', column => column.notNull())
        .addColumn('levels', 'integer', column => column.notNull())
        .addColumn('format', 'text', column => column.notNull())
        .addColumn('scheme', 'text', column => column.notNull())
        .addColumn('job_id', 'text')
        .addColumn('error', 'text')
        .addColumn('thumbnail_hash', 'text')
        .addColumn('lores_hash', 'text')
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addUniqueConstraint('pyramid_blob_key', ['team_id', 'blob_hash']),
    );
    await sql`create table tiles.tile_row (
      team_id int not null,
      pyramid_id int not null,
      level smallint not null,
      row int not null,
      blob_hash text not null,
      sizes int[] not null,
      primary key (team_id, pyramid_id, level, row),
      foreign key (team_id, pyramid_id) references tiles.pyramid (team_id, id) on delete cascade
    )`.execute(database);
    await forceRowSecurity(database, 'tiles.tile_row');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table tiles.tile_row`.execute(database);
    await sql`drop table tiles.pyramid`.execute(database);
  },
};
