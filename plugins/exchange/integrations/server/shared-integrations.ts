import { inject } from 'inversify';
import { sql } from 'kysely';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { teamRows } from '#core/tenancy/server/index.ts';
import type { IntegrationRow, IntegrationTables } from './integration-tables.ts';

/** An integration with the settings of the team that keeps it. */
export interface UsableIntegration extends IntegrationRow {
  /** The team that keeps it, where it is another one. */
  readonly sharedBy: { readonly id: number; readonly name: string } | undefined;
  /** Other teams that use it, by id. */
  readonly sharedWith: readonly number[];
}

interface Original extends IntegrationRow {
  readonly copy_id: number;
  readonly owner: string;
}

/**
 * Settings and secrets of integrations that teams of an organization share. They lie with the team that keeps them, so
 * they are read through the audited handle, and only for teams of the same organization.
 */
export class SharedIntegrations {
  constructor(@inject(DatabaseToken) private readonly database: Database) {}

  /**
   * Fills in what shared integrations take from their originals, and leaves out those whose original is gone. Other
   * teams that use the integrations are named only `withTeams`.
   */
  async complete(rows: readonly IntegrationRow[], withTeams = false): Promise<readonly UsableIntegration[]> {
    const originals = await this.#originals(rows.filter(row => row.shared_from !== null).map(row => row.id));
    const users = withTeams ? await this.#users(rows.map(row => row.id)) : [];
    return rows.flatMap((row): readonly UsableIntegration[] => {
      if (row.shared_from === null) {
        const sharedWith = users.filter(each => each.shared_from === row.id).map(each => each.team_id);
        return [{ ...row, sharedBy: undefined, sharedWith }];
      }
      const found = originals.find(each => each.copy_id === row.id);
      if (found === undefined) return [];
      const { type, root, config, secrets } = found;
      const sharedBy = { id: found.team_id, name: found.owner };
      return [{ ...row, type, root, config, secrets, sharedBy, sharedWith: [] }];
    });
  }

  /** Takes an integration away from all other teams. */
  async end(id: number): Promise<void> {
    await this.database
      .system<IntegrationTables>('end the sharing of an integration')
      .transaction(trx =>
        trx
          .updateTable('integrations.integration')
          .set({ deleted_at: new Date() })
          .where('shared_from', '=', id)
          .where('deleted_at', 'is', null)
          .execute(),
      );
  }

  async #originals(copies: readonly number[]): Promise<readonly Original[]> {
    if (copies.length === 0) return [];
    const found = sql<Original>`select original.*, copy.id as copy_id, owner.name as owner
      from integrations.integration as copy
      join integrations.integration as original on original.id = copy.shared_from and original.deleted_at is null
      join ${teamRows} as owner on owner.id = original.team_id
      join ${teamRows} as team on team.id = copy.team_id and team.organization_id = owner.organization_id
      where copy.id = any(${[...copies]}::int[])`;
    const system = this.database.system<unknown>('integrations that other teams keep');
    return (await system.transaction(trx => found.execute(trx))).rows;
  }

  async #users(ids: readonly number[]): Promise<readonly Pick<IntegrationRow, 'shared_from' | 'team_id'>[]> {
    if (ids.length === 0) return [];
    return this.database.system<IntegrationTables>('teams that use integrations').transaction(trx =>
      trx
        .selectFrom('integrations.integration')
        .select(['shared_from', 'team_id'])
        .where('shared_from', 'in', [...ids])
        .where('deleted_at', 'is', null)
        .orderBy('team_id')
        .execute(),
    );
  }
}
