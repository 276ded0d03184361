import type { Kysely } from 'kysely';
import type { AuthTables } from './auth-tables.ts';
import type { PersonRow } from './person-row.ts';

/** Locks an account until the transaction ends: closing it and making it the owner of something wait for each other. */
export async function lockPerson<Tables extends AuthTables>(
  trx: Kysely<Tables>,
  id: number,
): Promise<Pick<PersonRow, 'disabled_at'> | undefined> {
  return (trx as unknown as Kysely<AuthTables>)
    .selectFrom('auth.person')
    .select('disabled_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}
