import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { teamRows } from '#core/tenancy/server/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { mostIntegrations } from '../common/integration.ts';
import type { IntegrationTeam } from '../common/organization-api.ts';
import type { IntegrationRow, IntegrationTables } from './integration-tables.ts';

type Trx = Kysely<IntegrationTables>;

/** Teams of an organization that use an integration of one of them. */
export class IntegrationTeams {
  constructor(@inject(DatabaseToken) private readonly database: Database) {}

  /** Returns the other teams of the organization by name. @throws Fault NOT_FOUND */
  async list(organizationId: number, integrationId: number): Promise<IntegrationTeam[]> {
    return this.#run('teams of an integration', async trx => {
      const original = await originalOf(trx, organizationId, integrationId);
      return teamsOf(trx, organizationId, original);
    });
  }

  /**
   * Gives an integration to these teams and takes it away from all others. Items of a team that lost it keep their
   * place and have their files again once it is given back.
   * @throws Fault NOT_FOUND, INVALID_FIELD for teams of others, NAME_EXISTS (409), INTEGRATION_LIMIT (422)
   */
  async assign(
    context: RequestContext,
    organizationId: number,
    integrationId: number,
    teamIds: readonly number[],
  ): Promise<IntegrationTeam[]> {
    return this.#run('assign an integration to teams', async trx => {
      const original = await originalOf(trx, organizationId, integrationId);
      const before = await teamsOf(trx, organizationId, original);
      if (teamIds.some(id => !before.some(each => each.id === id)))
        throw invalidField('team_ids', 'must name other teams of the organization');
      const lost = before.filter(each => each.assigned && !teamIds.includes(each.id)).map(each => each.id);
      if (lost.length > 0)
        await trx
          .updateTable('integrations.integration')
          .set({ deleted_at: new Date() })
          .where('shared_from', '=', original.id)
          .where('team_id', 'in', lost)
          .execute();
      for (const team of before.filter(each => !each.assigned && teamIds.includes(each.id)))
        await give(trx, original, team, context.user.email);
      return teamsOf(trx, organizationId, original);
    });
  }

  #run<T>(reason: string, work: (trx: Trx) => Promise<T>): Promise<T> {
    return this.database.system<IntegrationTables>(reason).transaction(work);
  }
}

async function originalOf(trx: Trx, organizationId: number, id: number): Promise<IntegrationRow> {
  const { rows } = await sql<IntegrationRow>`select integration.* from integrations.integration as integration
    join ${teamRows} as team on team.id = integration.team_id
    where integration.id = ${id}::int and team.organization_id = ${organizationId}::int
      and integration.shared_from is null and integration.deleted_at is null
    for update of integration`.execute(trx);
  if (rows[0] === undefined) throw notFound('The integration');
  return rows[0];
}

async function teamsOf(trx: Trx, organizationId: number, { id, team_id }: IntegrationRow): Promise<IntegrationTeam[]> {
  const { rows } =
    await sql<IntegrationTeam>`select team.id, team.name, shared.id is not null and shared.deleted_at is null as assigned,
      (select count(*)::int from ${itemRows} as item
        where item.team_id = team.id and item.integration_id = shared.id and item.deleted_at is null) as items
    from ${teamRows} as team
    left join integrations.integration as shared on shared.team_id = team.id and shared.shared_from = ${id}::int
    where team.organization_id = ${organizationId}::int and team.id <> ${team_id}::int
    order by lower(team.name), team.id`.execute(trx);
  return rows;
}

async function give(
  trx: Trx,
  { id, name, type, root }: IntegrationRow,
  team: IntegrationTeam,
  creator: string,
): Promise<void> {
  const { count } = await trx
    .selectFrom('integrations.integration')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team_id', '=', team.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostIntegrations)
    throw new Fault(
      'INTEGRATION_LIMIT',
      `${team.name} has ${mostIntegrations} integrations, and no team can have more.`,
      { status: 422, details: { limit: mostIntegrations } },
    );
  try {
    await trx
      .insertInto('integrations.integration')
      .values({
        team_id: team.id,
        shared_from: id,
        name,
        type,
        root,
        config: '{}',
        secrets: null,
        creator_email: creator,
        check_passed: null,
        checked_at: null,
      })
      .onConflict(conflict =>
        conflict
          .columns(['shared_from', 'team_id'])
          .where('shared_from', 'is not', null)
          .doUpdateSet({ deleted_at: null, name, check_passed: null, checked_at: null, updated_at: new Date() }),
      )
      .execute();
  } catch (error) {
    if (asUniqueViolation(error) === undefined) throw error;
    throw new Fault('NAME_EXISTS', `${team.name} has an integration named ${name} already. Rename one of them.`, {
      status: 409,
      details: { field: 'team_ids' },
    });
  }
}
