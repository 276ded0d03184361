import type { Selectable } from 'kysely';
import type { Caller } from '#core/api/server/index.ts';
import type { Person } from '../common/index.ts';
import type { PersonTable } from './auth-tables.ts';

/** A stored account. */
export type PersonRow = Selectable<PersonTable>;

/** Returns an account as it is shown to its person. */
export const personOf = (row: PersonRow): Person => ({
  id: row.id,
  email: row.email,
  username: row.username,
  first_name: row.first_name,
  last_name: row.last_name,
  super_admin: row.super_admin,
  createdAt: row.created_at.toISOString(),
});

/** Returns an account as the caller of a request. */
export const callerOf = (row: PersonRow): Caller => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  superAdmin: row.super_admin,
});
