import { personRows } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import { memberRows, organizationRows, teamRows } from '#core/tenancy/server/index.ts';
import type { Mentionable } from '../common/mentions.ts';

/** A member of a team who has an account. */
export interface TeamPerson extends Mentionable {
  /** The address they sign in with. */
  readonly address: string;
  readonly personId: number | null;
  /** Sees every project of the team. */
  readonly admin: boolean;
}

/** Everybody who is in a team now, invited people included. For jobs: they have no caller whose team could be asked. */
export async function teamPeople(database: Database, teamId: number): Promise<readonly TeamPerson[]> {
  return database.system<unknown>('whom notifications reach').transaction(async trx => {
    const rows = await trx
      .selectFrom(memberRows.as('member'))
      .innerJoin(teamRows.as('team'), 'team.id', 'member.team_id')
      .innerJoin(organizationRows.as('organization'), 'organization.id', 'team.organization_id')
      .leftJoin(personRows.as('person'), 'person.id', 'member.person_id')
      .select([
        'member.email',
        'member.person_id',
        'member.role',
        'person.address',
        'person.first_name',
        'person.last_name',
        'team.creator_id',
        'organization.owner_id',
      ])
      .where('member.team_id', '=', teamId)
      .where('person.disabled_at', 'is', null)
      .execute();
    return rows.map(row => ({
      email: row.email,
      address: row.address ?? row.email,
      personId: row.person_id,
      firstName: row.first_name ?? '',
      lastName: row.last_name ?? '',
      admin:
        row.role >= teamRoles.teamAdmin ||
        (row.person_id !== null && (row.person_id === row.creator_id || row.person_id === row.owner_id)),
    }));
  });
}
