import type { Kysely } from 'kysely';
import type { AuthTables } from './auth-tables.ts';

/**
 * Marks an account as merged into another one, in the transaction around it: its addresses lead to the remaining
 * account, and its ways to sign in are removed.
 */
export async function markMerged<Tables extends AuthTables>(
  around: Kysely<Tables>,
  from: number,
  into: number,
): Promise<void> {
  const trx = around as unknown as Kysely<AuthTables>;
  await trx.updateTable('auth.address').set({ person_id: into }).where('person_id', '=', from).execute();
  await trx.updateTable('auth.person').set({ merged_into: into }).where('merged_into', '=', from).execute();
  for (const table of ['auth.passkey', 'auth.totp', 'auth.phone', 'auth.recovery_code', 'auth.one_time_token'] as const)
    await trx.deleteFrom(table).where('person_id', '=', from).execute();
  await trx
    .updateTable('auth.person')
    .set({ merged_into: into, password_hash: null, username: null, preferred_mfa: 'NOMFA', updated_at: new Date() })
    .where('id', '=', from)
    .execute();
}
