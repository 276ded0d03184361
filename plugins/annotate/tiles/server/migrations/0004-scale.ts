import type { Kysely } from 'kysely';

/** Metres along a pixel, as whole-slide images give them. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .withSchema('tiles')
      .alterTable('pyramid')
      .addColumn('metres_per_pixel', 'double precision')
      .execute();
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await database.schema.withSchema('tiles').alterTable('pyramid').dropColumn('metres_per_pixel').execute();
  },
};
