import { conflict, Fault, notFound } from '#core/base/common/index.ts';
import { lockPerson } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { TenancyTables } from './tenancy-tables.ts';

/** Persons between whom an organization changes hands, by id. */
export interface OwnerChange {
  /** The owner as the caller saw it. */
  readonly from: number;
  readonly to: number;
}

/**
 * Makes somebody of one of its teams the owner of an organization. The owner before keeps the roles in teams; tokens
 * stay valid. Throws NOT_FOUND for an unknown organization, CONFLICT when it has another owner by now or the account is
 * closed, NOT_MEMBER (422).
 */
export async function transferOrganization(
  database: Database,
  organizationId: number,
  { from, to }: OwnerChange,
): Promise<void> {
  await database.system<TenancyTables>('hand an organization over').transaction(async trx => {
    // Closing an account takes the same lock: no organization is left to a closed one.
    const person = await lockPerson(trx, to);
    const organization = await trx
      .selectFrom('tenancy.organization')
      .select('owner_id')
      .where('id', '=', organizationId)
      .forUpdate()
      .executeTakeFirst();
    if (organization === undefined) throw notFound('The organization');
    if (organization.owner_id !== from) throw conflict();
    if (person === undefined || person.disabled_at !== null)
      throw new Fault('CONFLICT', 'The account of the new owner is closed.', { status: 409 });
    const member = await trx
      .selectFrom('tenancy.member as member')
      .innerJoin('tenancy.team as team', 'team.id', 'member.team_id')
      .select('member.id')
      .where('team.organization_id', '=', organizationId)
      .where('member.person_id', '=', to)
      .executeTakeFirst();
    if (member === undefined)
      throw new Fault(
        'NOT_MEMBER',
        'The new owner must be a member of one of the organization’s teams. Invite them first.',
        { status: 422 },
      );
    await trx.updateTable('tenancy.organization').set({ owner_id: to }).where('id', '=', organizationId).execute();
  });
}
