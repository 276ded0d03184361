import { sql } from 'kysely';
import type { Database } from '#core/data/server/index.ts';
import type { TenancyTables } from './tenancy-tables.ts';

/** Returns the organizations that a person owns or is a member in. */
export async function organizationsOf(database: Database, personId: number): Promise<readonly number[]> {
  return database.system<TenancyTables>('organizations of a person').transaction(async trx => {
    const owned = trx.selectFrom('tenancy.organization').select('id').where('owner_id', '=', personId);
    const joined = trx
      .selectFrom('tenancy.member as member')
      .innerJoin('tenancy.team as team', 'team.id', 'member.team_id')
      .select('team.organization_id as id')
      .where('member.person_id', '=', personId);
    return (await owned.union(joined).execute()).map(each => each.id);
  });
}

/** Counts the people in the teams of an organization, and those who have neither a second step nor a passkey. */
export async function countSecondSteps(
  database: Database,
  organizationId: number,
): Promise<{ readonly all: number; readonly without: number }> {
  const { rows } = await database.system<TenancyTables>('count second steps').transaction(trx =>
    sql<{ all: number; without: number }>`
      select count(*)::int as "all", (count(*) filter (where person.preferred_mfa = 'NOMFA'
        and not exists (select from auth.passkey where passkey.person_id = person.id)))::int as without
      from auth.person as person where exists (
        select from tenancy.member join tenancy.team on team.id = member.team_id
        where member.person_id = person.id and team.organization_id = ${organizationId})`.execute(trx),
  );
  return rows[0]!;
}
