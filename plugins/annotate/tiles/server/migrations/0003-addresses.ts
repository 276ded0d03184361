import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Pyramids of images that lie at an address. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    const table = database.schema.withSchema('tiles').alterTable('pyramid');
    await table.alterColumn('blob_hash', column => column.dropNotNull()).execute();
    await table.addColumn('address', 'text').execute();
    await table.addUniqueConstraint('pyramid_address_key', ['team_id', 'address']).execute();
    await table.addCheckConstraint('pyramid_source_check', sql`(blob_hash is null) <> (address is null)`).execute();
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`delete from tiles.pyramid where blob_hash is null`.execute(database);
    const table = database.schema.withSchema('tiles').alterTable('pyramid');
    await table.dropConstraint('pyramid_source_check').execute();
    await table.dropColumn('address').execute();
    await table.alterColumn('blob_hash', column => column.setNotNull()).execute();
  },
};
