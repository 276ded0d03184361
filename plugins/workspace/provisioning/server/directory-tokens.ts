import { createHash, randomBytes } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { TtlCache } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { scimFault } from './scim-faults.ts';
import type { DirectoryTokenTable, ProvisioningTables } from './tables.ts';

/** Time for which a checked token is believed without asking the database, in milliseconds. */
const TRUST = 2_000;
const HINT_LENGTH = 4;

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

export type DirectoryToken = Selectable<DirectoryTokenTable>;

/** Tokens of directories: one for each organization. Only a hash is kept. */
export class DirectoryTokens {
  readonly #trusted = new TtlCache<{ readonly organizationId: number }>(TRUST);

  constructor(@inject(DatabaseToken) private readonly database: Database) {}

  async find(organizationId: number): Promise<DirectoryToken | undefined> {
    return this.#run('read the token of a directory', trx =>
      trx.selectFrom('provisioning.token').selectAll().where('organization_id', '=', organizationId).executeTakeFirst(),
    );
  }

  /** Makes the token of an organization; the one before ends. Its text is never readable again. */
  async create(organizationId: number, personId: number): Promise<string> {
    const token = `loupe_scim_${randomBytes(32).toString('base64url')}`;
    const values = {
      token_hash: digest(token),
      hint: token.slice(-HINT_LENGTH),
      created_by: personId,
      created_at: new Date(),
      last_used_at: null,
    };
    await this.#run('make the token of a directory', trx =>
      trx
        .insertInto('provisioning.token')
        .values({ organization_id: organizationId, ...values })
        .onConflict(conflict => conflict.column('organization_id').doUpdateSet(values))
        .execute(),
    );
    this.#trusted.forget();
    return token;
  }

  async remove(organizationId: number): Promise<void> {
    await this.#run('end the token of a directory', trx =>
      trx.deleteFrom('provisioning.token').where('organization_id', '=', organizationId).execute(),
    );
    this.#trusted.forget();
  }

  /** Checks the Authorization header of a call about an organization. @throws Fault SCIM (401) */
  async demand(authorization: string | undefined, organizationId: number): Promise<void> {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
    const found =
      token === undefined ? undefined : await this.#trusted.get(digest(token), () => this.#resolve(digest(token)));
    if (found?.organizationId !== organizationId)
      throw scimFault(401, 'The token is not that of the directory of this organization. Make a new one in Loupe.');
  }

  async #resolve(hash: string): Promise<{ readonly organizationId: number } | undefined> {
    const row = await this.#run('resolve the token of a directory', trx =>
      trx
        .updateTable('provisioning.token')
        .set({ last_used_at: new Date() })
        .where('token_hash', '=', hash)
        .returning('organization_id')
        .executeTakeFirst(),
    );
    return row === undefined ? undefined : { organizationId: row.organization_id };
  }

  #run<T>(reason: string, work: (trx: Kysely<ProvisioningTables>) => Promise<T>): Promise<T> {
    return this.database.system<ProvisioningTables>(reason).transaction(work);
  }
}
