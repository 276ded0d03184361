import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Rules that give roles by groups are of the organization: provisioning uses them without an identity provider. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table single_sign_on.placing (
      organization_id int primary key references tenancy.organization on delete cascade,
      default_team_id int references tenancy.team on delete set null,
      default_role smallint not null,
      mappings jsonb not null,
      version int not null
    )`.execute(database);
    await sql`insert into single_sign_on.placing
      select organization_id, default_team_id, default_role, mappings, 1 from single_sign_on.provider`.execute(
      database,
    );
    await sql`alter table single_sign_on.provider drop column default_team_id, drop column default_role, drop column mappings`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table single_sign_on.provider
      add column default_team_id int references tenancy.team on delete set null,
      add column default_role smallint not null default 4,
      add column mappings jsonb not null default '[]'`.execute(database);
    await sql`drop table single_sign_on.placing`.execute(database);
  },
};
