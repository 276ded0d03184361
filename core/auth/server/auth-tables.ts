import type { ColumnType, GeneratedAlways } from 'kysely';
import type { MfaType } from '../common/index.ts';

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;

export interface PersonTable {
  id: GeneratedAlways<number>;
  /** The address the account was made with: its name in every table, which stays. */
  email: ColumnType<string, string, never>;
  /** The address the person signs in with and gets mails at. */
  address: string;
  username: string | null;
  first_name: ColumnType<string, string | undefined>;
  last_name: ColumnType<string, string | undefined>;
  password_hash: string | null;
  session_version: ColumnType<number, number | undefined>;
  super_admin: ColumnType<boolean, boolean | undefined>;
  disabled_at: Date | null;
  /** The account that this one was merged into; a merged account is closed for good. */
  merged_into: ColumnType<number | null, number | null | undefined>;
  /** The organization that made the account without a proof of its address; null once the address is proven. */
  unproven_in: ColumnType<number | null, number | null | undefined>;
  avatar_hash: ColumnType<string | null, string | null | undefined>;
  /** Factor that is asked for after the password; `NOMFA` asks for nothing. */
  preferred_mfa: ColumnType<MfaType, MfaType | undefined>;
  created_at: Stamp;
  updated_at: Stamp;
}

/** Every address an account has or had; nobody else gets one of them. */
export interface AddressTable {
  address: string;
  person_id: number;
}

/** A way to sign in; `provider` is single sign-on, `viewing` a super-admin who views as somebody else. */
export type SessionWay = 'password' | 'second-step' | 'passkey' | 'provider' | 'viewing';

/** A session as the identity provider names it that signed the person in. */
export interface ProviderSession {
  readonly organizationId: number;
  /** Names the person at the provider. */
  readonly subject: string;
  readonly format?: string | undefined;
  readonly index?: string | undefined;
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
  /** Way in which the person signed in. */
  way: ColumnType<SessionWay, SessionWay | undefined>;
  /** Of a viewing session: that of the super-admin, with which it ends. */
  viewer_session: ColumnType<string | null, string | null | undefined>;
  /** Why a super-admin views as the person. */
  reason: ColumnType<string | null, string | null | undefined>;
  /** Null when no identity provider signed the person in. */
  provider_session: ColumnType<ProviderSession | null, string | null | undefined, never>;
  /** When the person last proved who they are, by signing in or by confirming a sensitive change. */
  authenticated_at: Stamp;
}

export interface PhoneTable {
  person_id: number;
  sealed_number: string;
  /** Null until a first code was right. */
  confirmed_at: Date | null;
  /** Keyed hash of the code that waits; null without one. */
  code_hash: string | null;
  code_expires_at: Date | null;
  created_at: Stamp;
}

export interface TotpTable {
  person_id: number;
  sealed_secret: string;
  /** Null until a first code was right. */
  confirmed_at: Date | null;
  /** The newest time step whose code was accepted; a code of it or an older one is a replay. */
  last_step: ColumnType<string, number | undefined, number>;
  created_at: Stamp;
}

export interface RecoveryCodeTable {
  person_id: number;
  code_hash: string;
  used_at: Date | null;
}

export interface OneTimeTokenTable {
  token_hash: string;
  purpose: string;
  person_id: number | null;
  data: ColumnType<Record<string, unknown>, string, never>;
  created_at: Stamp;
  expires_at: ColumnType<Date, Date, Date>;
}

export interface AttemptTable {
  key: string;
  count: number;
  first_at: Date;
  last_at: Date;
  /** The attempt that was counted last. */
  last_id: string | null;
}

export interface PasskeyTable {
  id: GeneratedAlways<number>;
  person_id: number;
  credential_id: string;
  /** COSE key as base64url. */
  public_key: string;
  counter: ColumnType<string, number, number>;
  name: string;
  created_at: Stamp;
  last_used_at: Date | null;
}

export interface AuthTables {
  'auth.person': PersonTable;
  'auth.address': AddressTable;
  'auth.session': SessionTable;
  'auth.attempt': AttemptTable;
  'auth.totp': TotpTable;
  'auth.phone': PhoneTable;
  'auth.recovery_code': RecoveryCodeTable;
  'auth.one_time_token': OneTimeTokenTable;
  'auth.passkey': PasskeyTable;
}
