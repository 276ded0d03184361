import type { ColumnType } from 'kysely';

export interface DirectoryTokenTable {
  organization_id: number;
  token_hash: string;
  hint: string;
  created_by: number | null;
  created_at: Date;
  last_used_at: Date | null;
}

/** Facts of a person that have no column of their own. */
export interface Attributes {
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly displayName?: string | undefined;
  readonly title?: string | undefined;
  readonly email: string;
}

export interface AccountTable {
  id: string;
  organization_id: number;
  person_id: number;
  user_name: string;
  external_id: string | null;
  active: boolean;
  attributes: ColumnType<Attributes, string, string>;
  created_at: Date;
  updated_at: Date;
}

export interface GroupTable {
  id: string;
  organization_id: number;
  name: string;
  external_id: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface GroupMemberTable {
  organization_id: number;
  group_id: string;
  account_id: string;
}

export interface ProvisioningTables {
  'provisioning.token': DirectoryTokenTable;
  'provisioning.account': AccountTable;
  'provisioning.directory_group': GroupTable;
  'provisioning.group_member': GroupMemberTable;
}
