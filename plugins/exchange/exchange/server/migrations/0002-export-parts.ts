import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Contents of an export besides annotations, and its target. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table exchange.export
      add column include_fuse boolean not null default false,
      add column include_project boolean not null default true,
      add column integration_id int`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table exchange.export drop column include_fuse, drop column include_project, drop column integration_id`.execute(
      database,
    );
  },
};
