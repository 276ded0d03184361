import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { AuthTables } from './auth-tables.ts';

/** Minutes after a proof of identity in which sensitive changes need no other. */
const PROOF_MINUTES = 10;

/** Step-up: sensitive changes of an account ask who uses the session, unless that was proven recently. */
export class IdentityProof {
  constructor(private readonly database: Database) {}

  /** @throws Fault IDENTITY_UNCONFIRMED (403) when the session's last proof is older than ten minutes */
  async demand(context: RequestContext): Promise<void> {
    const row = await this.database.system<AuthTables>('ask when a session proved who uses it').transaction(trx =>
      trx
        .selectFrom('auth.session')
        .select('authenticated_at')
        .where('id', '=', context.sessionId ?? '')
        .where('person_id', '=', context.user.id)
        .executeTakeFirst(),
    );
    if (row !== undefined && row.authenticated_at.getTime() > Date.now() - PROOF_MINUTES * 60_000) return;
    throw new Fault('IDENTITY_UNCONFIRMED', 'Confirm that it’s you to make this change.', { status: 403 });
  }

  /** Notes that the person has just proven who they are. */
  async renew(sessionId: string): Promise<void> {
    await this.database
      .system<AuthTables>('note that a session proved who uses it')
      .transaction(trx =>
        trx.updateTable('auth.session').set({ authenticated_at: new Date() }).where('id', '=', sessionId).execute(),
      );
  }
}
