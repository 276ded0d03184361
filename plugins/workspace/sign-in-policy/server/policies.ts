import { inject } from 'inversify';
import type { ColumnType, Kysely, Selectable } from 'kysely';
import { Fault, invalidField, TtlCache } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { writeVersion } from '#core/tenancy/server/index.ts';
import type { PolicyRules } from '../common/api.ts';
import { networkProblem } from './network.ts';

export interface PolicyTable {
  organization_id: number;
  second_step: boolean;
  session_hours: number | null;
  networks: ColumnType<string[], string, string>;
  password_length: number | null;
  version: number;
}
export type PolicyRow = Selectable<PolicyTable>;

interface PolicyTables {
  'sign_in_policy.policy': PolicyTable;
}

/**
 * Milliseconds for which a policy is trusted without asking the database: other servers follow a change within that
 * time.
 */
const TRUST_MS = 2_000;

/** Policies of organizations. */
export class Policies {
  readonly #known = new TtlCache<PolicyRow>(TRUST_MS);

  constructor(@inject(DatabaseToken) private readonly database: Database) {}

  /** Returns the policy of an organization as this server knows it; one that asks for nothing where none was set. */
  known(organizationId: number): Promise<PolicyRow> {
    return this.#known.get(String(organizationId), () => this.read(organizationId));
  }

  async read(organizationId: number): Promise<PolicyRow> {
    const row = await this.#run('read a sign-in policy', trx =>
      trx
        .selectFrom('sign_in_policy.policy')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .executeTakeFirst(),
    );
    return (
      row ?? {
        organization_id: organizationId,
        second_step: false,
        session_hours: null,
        networks: [],
        password_length: null,
        version: 0,
      }
    );
  }

  /** Returns the policies that were set, of those organizations. */
  async of(organizationIds: readonly number[]): Promise<readonly PolicyRow[]> {
    if (organizationIds.length === 0) return [];
    return this.#run('read sign-in policies', trx =>
      trx
        .selectFrom('sign_in_policy.policy')
        .selectAll()
        .where('organization_id', 'in', [...organizationIds])
        .execute(),
    );
  }

  /**
   * Sets a policy once `demand` has agreed to it.
   * @throws Fault INVALID_FIELD (400), CONFLICT (409) when somebody else changed it
   */
  async save(
    organizationId: number,
    { base, networks, ...rules }: PolicyRules & { readonly base: number },
    demand: () => Promise<void>,
  ): Promise<void> {
    networks.forEach((network, at) => {
      const problem = networkProblem(network);
      if (problem !== undefined) throw invalidField(`networks.${at}`, problem);
    });
    await demand();
    const values = { ...rules, networks: JSON.stringify(networks) };
    const written = await this.#run('set a sign-in policy', trx =>
      writeVersion(trx, 'sign_in_policy.policy', { organizationId, base }, values),
    );
    if (!written)
      throw new Fault('CONFLICT', 'Somebody else changed the policy. Load the page again.', { status: 409 });
    this.#known.forget();
  }

  #run<T>(reason: string, work: (trx: Kysely<PolicyTables>) => Promise<T>): Promise<T> {
    return this.database.system<PolicyTables>(reason).transaction(work);
  }
}
