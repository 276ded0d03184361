import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Providers whose requests for sign-in are signed, and those that take single logout by HTTP-POST. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table single_sign_on.provider
      add column sign_requests boolean not null default false,
      add column slo_binding text not null default 'redirect' check (slo_binding in ('redirect', 'post'))`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table single_sign_on.provider drop column sign_requests, drop column slo_binding`.execute(database);
  },
};
