import { Fault, notFound } from '#core/base/common/index.ts';
import { lockPerson } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { TenancyTables } from './tenancy-tables.ts';

/**
 * Makes a member the owner of a team, the one before a Team Admin, and ends the tokens of the team. Throws NOT_FOUND
 * for somebody who is no member, CONFLICT for a closed account.
 */
export async function transferTeam(
  database: Database,
  teamId: number,
  { email, personId }: { readonly email: string; readonly personId: number },
): Promise<void> {
  await database.system<TenancyTables>('hand a team on').transaction(async trx => {
    // Closing an account takes the same lock: no team is left to a closed one.
    const person = await lockPerson(trx, personId);
    if (person === undefined || person.disabled_at !== null)
      throw new Fault('CONFLICT', `The account of ${email} is closed.`, { status: 409 });
    const joined = await trx
      .selectFrom('tenancy.member')
      .select('id')
      .where('team_id', '=', teamId)
      .where('person_id', '=', personId)
      .forUpdate()
      .executeTakeFirst();
    if (joined === undefined) throw notFound('The member');
    await trx
      .updateTable('tenancy.team')
      .set({ creator_id: personId, updated_at: new Date() })
      .where('id', '=', teamId)
      .execute();
    await trx
      .updateTable('tenancy.member')
      .set({ role: teamRoles.teamAdmin, custom_role_id: null, updated_at: new Date() })
      .where('team_id', '=', teamId)
      .where('person_id', '=', personId)
      .execute();
    await trx.deleteFrom('tenancy.sdk_token').where('team_id', '=', teamId).execute();
    await trx.deleteFrom('tenancy.access_token').where('team_id', '=', teamId).execute();
  });
}
