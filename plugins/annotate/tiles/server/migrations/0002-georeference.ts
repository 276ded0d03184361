import type { Kysely } from 'kysely';

/** Places of images on the earth, as GeoTIFF files give them. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema.withSchema('tiles').alterTable('pyramid').addColumn('georeference', 'jsonb').execute();
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await database.schema.withSchema('tiles').alterTable('pyramid').dropColumn('georeference').execute();
  },
};
