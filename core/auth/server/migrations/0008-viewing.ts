import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Sessions in which a super-admin views as somebody else, and why. They end with the session of the super-admin. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table auth.session drop constraint session_way_check,
      add constraint session_way_check check (way in ('password', 'second-step', 'passkey', 'provider', 'viewing')),
      add column viewer_session uuid references auth.session on delete cascade,
      add column reason text,
      add constraint session_viewer_check check ((way = 'viewing') = (viewer_session is not null))`.execute(database);
    await sql`create index session_viewer on auth.session (viewer_session) where viewer_session is not null`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`delete from auth.session where way = 'viewing'`.execute(database);
    await sql`alter table auth.session drop constraint session_viewer_check, drop column viewer_session, drop column reason,
      drop constraint session_way_check,
      add constraint session_way_check check (way in ('password', 'second-step', 'passkey', 'provider'))`.execute(
      database,
    );
  },
};
