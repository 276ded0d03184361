import type { ColumnType, GeneratedAlways } from 'kysely';
import type { AuthTables } from '#core/auth/server/index.ts';

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;

export interface OrganizationTable {
  id: GeneratedAlways<number>;
  name: string;
  owner_id: number;
  plan: ColumnType<number, number | undefined>;
  /** Projects of each team; null is no limit. */
  project_limit: ColumnType<number | null, number | null | undefined>;
  /** Items of each team; null is no limit. */
  item_limit: ColumnType<number | null, number | null | undefined>;
  /** People in its teams, invited ones included; null is no limit. */
  member_limit: ColumnType<number | null, number | null | undefined>;
  trial_started_at: ColumnType<Date | null, Date | null | undefined>;
  licence_expires_at: ColumnType<Date | null, Date | null | undefined>;
  /** Counts changes of the licence. */
  licence_version: ColumnType<number, number | undefined>;
  features: ColumnType<Record<string, boolean>, string | undefined, string>;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface PluginSwitchTable {
  organization_id: number;
  plugin: string;
  enabled: boolean;
  /** True when it is off by the operator, and not for the owner to switch. */
  withheld: ColumnType<boolean, boolean | undefined>;
  changed_by: number | null;
  changed_at: Stamp;
}

export interface TeamTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  name: string;
  description: string | null;
  creator_id: number;
  avatar_hash: ColumnType<string | null, string | null | undefined>;
  /** Workflow of new projects that name none; null is the system one. */
  default_workflow_id: ColumnType<number | null, number | null | undefined>;
  invitation_days: ColumnType<number, number | undefined>;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface MemberTable {
  id: GeneratedAlways<number>;
  team_id: number;
  email: string;
  /** Null while invited. */
  person_id: number | null;
  role: number;
  permissions: ColumnType<number[], number[] | undefined, number[]>;
  /** The role a contributor has of those that the team made. */
  custom_role_id: ColumnType<number | null, number | null | undefined>;
  is_default: ColumnType<boolean, boolean | undefined>;
  last_active_at: Date | null;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface TeamRoleTable {
  id: GeneratedAlways<number>;
  team_id: number;
  name: string;
  description: string;
  /** Keys of `teamRights`. */
  rights: string[];
  /** Counts changes. */
  version: ColumnType<number, number | undefined>;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface InvitationTable {
  team_id: number;
  member_id: number;
  token_hash: string;
  /** The link went out by mail only. */
  by_mail: ColumnType<boolean, boolean | undefined>;
  /** Owner of the organization, whom the invited person follows; null for an ordinary invitation. */
  replaces_owner: ColumnType<number | null, number | null | undefined>;
  invited_by: number | null;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  created_at: Stamp;
}

export interface SdkTokenTable {
  team_id: number;
  person_id: number;
  token_hash: string;
  created_at: Stamp;
  last_used_at: Date | null;
}

export interface AccessTokenTable {
  id: GeneratedAlways<number>;
  team_id: number;
  person_id: number;
  /** `service` when the person is an account made for the token. */
  kind: 'personal' | 'service';
  name: string;
  token_hash: string;
  /** The last characters of the token, so that people can distinguish tokens. */
  hint: string;
  scopes: string[];
  created_by: number | null;
  created_at: Stamp;
  expires_at: Date | null;
  last_used_at: Date | null;
}

export interface TenancyTables extends AuthTables {
  'tenancy.organization': OrganizationTable;
  'tenancy.plugin_switch': PluginSwitchTable;
  'tenancy.team': TeamTable;
  'tenancy.member': MemberTable;
  'tenancy.team_role': TeamRoleTable;
  'tenancy.invitation': InvitationTable;
  'tenancy.sdk_token': SdkTokenTable;
  'tenancy.access_token': AccessTokenTable;
  /** Teams that are deleted or about to be. */
  'data.ended_team': { readonly id: number };
}
