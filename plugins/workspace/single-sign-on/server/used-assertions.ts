import { inject } from 'inversify';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { samlFault } from './saml-text.ts';
import type { SignOnTables } from './tables.ts';

/**
 * Assertions that arrived before, kept in the database until they have expired: all servers of an installation know
 * them.
 */
export class UsedAssertions {
  constructor(@inject(DatabaseToken) private readonly database: Database) {}

  /** Uses an assertion up. @throws Fault SSO_FAILED (422) for one that was used before */
  async use(organizationId: number, issuer: string, id: string, expires: Date): Promise<void> {
    const fresh = await this.database.system<SignOnTables>('use an assertion').transaction(trx =>
      trx
        .insertInto('single_sign_on.used_assertion')
        .values({ organization_id: organizationId, issuer, assertion_id: id, expires_at: expires })
        .onConflict(conflict => conflict.doNothing())
        .returning('assertion_id')
        .executeTakeFirst(),
    );
    if (fresh === undefined) throw samlFault('The assertion was used before.');
  }

  /** Deletes the assertions that have expired: they are refused for their time. */
  async trim(): Promise<void> {
    await this.database
      .system<SignOnTables>('delete expired assertions')
      .transaction(trx =>
        trx.deleteFrom('single_sign_on.used_assertion').where('expires_at', '<', new Date()).execute(),
      );
  }
}
