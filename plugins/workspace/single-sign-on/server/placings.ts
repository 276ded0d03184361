import { inject } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import { Organizations, writeVersion } from '#core/tenancy/server/index.ts';
import type { RoleMapping } from '../common/role-mapping.ts';
import type { PlacingTable, SignOnTables } from './tables.ts';

export type PlacingRow = Selectable<PlacingTable>;

export interface PlacingChange {
  readonly default_team_id: number | null;
  readonly default_role: number;
  readonly mappings: readonly RoleMapping[];
  readonly base: number;
}

/** Rules of organizations: which groups give which roles in which teams. */
export class Placings {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(Organizations) private readonly organizations: Organizations,
  ) {}

  /** The rules of an organization; version 0 and no rule where none were set. */
  async get(organizationId: number): Promise<PlacingRow> {
    const row = await this.#run('read rules of groups', trx =>
      trx
        .selectFrom('single_sign_on.placing')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .executeTakeFirst(),
    );
    return (
      row ?? {
        organization_id: organizationId,
        default_team_id: null,
        default_role: teamRoles.contributor,
        mappings: [],
        version: 0,
      }
    );
  }

  /** @throws Fault INVALID_FIELD (400), CONFLICT (409) when somebody else changed them */
  async save(organizationId: number, change: PlacingChange): Promise<void> {
    await this.#demandTeams(organizationId, change);
    const values = {
      default_team_id: change.default_team_id,
      default_role: change.default_role,
      mappings: JSON.stringify(change.mappings),
    };
    const written = await this.#run('set rules of groups', trx =>
      writeVersion(trx, 'single_sign_on.placing', { organizationId, base: change.base }, values),
    );
    if (!written) throw new Fault('CONFLICT', 'Somebody else changed the rules. Load the page again.', { status: 409 });
  }

  async #demandTeams(organizationId: number, { default_team_id, mappings }: PlacingChange): Promise<void> {
    const own = new Set((await this.organizations.teamsOf(organizationId)).map(each => each.id));
    if (default_team_id !== null && !own.has(default_team_id))
      throw invalidField('default_team_id', 'is no team of this organization');
    const foreign = mappings.findIndex(each => !own.has(each.team_id));
    if (foreign >= 0) throw invalidField(`mappings.${foreign}.team_id`, 'is no team of this organization');
  }

  #run<T>(reason: string, work: (trx: Kysely<SignOnTables>) => Promise<T>): Promise<T> {
    return this.database.system<SignOnTables>(reason).transaction(work);
  }
}
