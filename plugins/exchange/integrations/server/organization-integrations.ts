import { inject } from 'inversify';
import { sql } from 'kysely';
import type { Handlers } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { teamRows } from '#core/tenancy/server/index.ts';
import { IntegrationTeams } from './integration-teams.ts';
import type { OrganizationIntegration, organizationIntegrationsApi } from '../common/organization-api.ts';

interface Asked {
  readonly offset: number;
  readonly limit: number;
  readonly search?: string | undefined;
}

type Row = Pick<OrganizationIntegration, 'id' | 'name' | 'type' | 'creator_id' | 'shared_with'> & {
  readonly team_id: number;
  readonly team: string;
  readonly passed: boolean | null;
  readonly checked_at: Date | null;
  readonly created_at: Date;
};

/** Integrations of all teams of organizations. They span teams, so all goes through the audited handle. */
export class OrganizationIntegrations {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(IntegrationTeams) private readonly teams: IntegrationTeams,
  ) {}

  /** Returns a page of the integrations, by name. */
  async list(
    organizationId: number,
    { offset, limit, search = '' }: Asked,
  ): Promise<{ readonly data: OrganizationIntegration[]; readonly count: number }> {
    const found = sql`from integrations.integration as integration
      join ${teamRows} as team on team.id = integration.team_id
      where team.organization_id = ${organizationId}::int and integration.deleted_at is null and integration.shared_from is null
        and (strpos(lower(integration.name), lower(${search}::text)) > 0
          or strpos(lower(team.name), lower(${search}::text)) > 0)`;
    return this.database.system<unknown>('integrations of an organization').transaction(async trx => {
      const { rows } = await sql<Row>`select integration.id, integration.name, integration.type,
          integration.creator_email as creator_id, integration.check_passed as passed, integration.checked_at,
          integration.created_at, team.id as team_id, team.name as team,
          (select coalesce(json_agg(json_build_object('id', other.id, 'name', other.name) order by lower(other.name)), '[]')
            from integrations.integration as shared join ${teamRows} as other on other.id = shared.team_id
            where shared.shared_from = integration.id and shared.deleted_at is null) as shared_with
        ${found} order by lower(integration.name), integration.id offset ${offset} limit ${limit}`.execute(trx);
      const counted = await sql<{ n: number }>`select count(*)::int as n ${found}`.execute(trx);
      return { data: rows.map(viewOf), count: counted.rows[0]!.n };
    });
  }

  handlers(): Handlers<typeof organizationIntegrationsApi> {
    return {
      listOrganizationIntegrations: ({ params, query }) => this.list(params.organization_id, query),
      listIntegrationTeams: async ({ params }) => ({
        data: await this.teams.list(params.organization_id, params.integration_id),
      }),
      assignIntegration: async ({ params, body }, context) => ({
        data: await this.teams.assign(context, params.organization_id, params.integration_id, body.team_ids),
      }),
    };
  }
}

const viewOf = ({ team_id, team, passed, checked_at, created_at, ...row }: Row): OrganizationIntegration => ({
  ...row,
  team: { id: team_id, name: team },
  status: passed === null ? 'unchecked' : passed ? 'working' : 'failed',
  lastCheckAt: checked_at?.toISOString() ?? null,
  createdAt: created_at.toISOString(),
});
