import type { ColumnType, GeneratedAlways } from 'kysely';

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;

export interface PersonTable {
  id: GeneratedAlways<number>;
  email: string;
  username: string | null;
  first_name: ColumnType<string, string | undefined>;
  last_name: ColumnType<string, string | undefined>;
  password_hash: string | null;
  session_version: ColumnType<number, number | undefined>;
  super_admin: ColumnType<boolean, boolean | undefined>;
  disabled_at: Date | null;
  /** The organization that made the account without a proof of its address; null once the address is proven. */
  unproven_in: ColumnType<number | null, number | null | undefined>;
  avatar_hash: ColumnType<string | null, string | null | undefined>;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface SessionTable {
  id: string;
  person_id: number;
  secret_hash: string;
  previous_hash: string | null;
  rotated_at: Stamp;
  created_at: Stamp;
  last_used_at: Stamp;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  revoked_at: Date | null;
  agent: ColumnType<string, string | undefined>;
  address: ColumnType<string, string | undefined>;
}

export interface AttemptTable {
  key: string;
  count: number;
  first_at: Date;
  last_at: Date;
  /** The attempt that was counted last. */
  last_id: string | null;
}

export interface AuthTables {
  'auth.person': PersonTable;
  'auth.session': SessionTable;
  'auth.attempt': AttemptTable;
}
