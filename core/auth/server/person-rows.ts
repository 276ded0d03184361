import { sql } from 'kysely';
import type { PersonRow } from './person-row.ts';

/** Accounts for statements outside auth: `personRows.as('person')` in Kysely. Their secrets are left out. */
export const personRows =
  sql.table<
    Pick<
      PersonRow,
      | 'id'
      | 'email'
      | 'address'
      | 'first_name'
      | 'last_name'
      | 'super_admin'
      | 'disabled_at'
      | 'merged_into'
      | 'preferred_mfa'
      | 'created_at'
    >
  >('auth.person');
