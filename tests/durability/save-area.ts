import type { Kysely } from 'kysely';
import type { MigrationSource } from '#core/data/server/index.ts';
import { tenantTable } from '#core/data/server/index.ts';

/** Two tables that one save writes together. */
export interface SaveTables {
  'saves.save': { team_id: number; number: number; text: string };
  'saves.copy': { team_id: number; number: number };
}

/** Tables of the programs that are killed. */
export const saveArea: MigrationSource = {
  schema: 'saves',
  migrations: {
    '0001-saves.ts': () =>
      Promise.resolve({
        default: {
          async up(database: Kysely<unknown>) {
            await tenantTable(database, 'saves.save', table =>
              table.addColumn('number', 'integer', column => column.notNull()).addColumn('text', 'text'),
            );
            await tenantTable(database, 'saves.copy', table =>
              table.addColumn('number', 'integer', column => column.notNull()),
            );
          },
          async down(database: Kysely<unknown>) {
            for (const each of ['copy', 'save']) await database.schema.dropTable(`saves.${each}`).execute();
          },
        },
      }),
  },
};
