import type { ColumnType } from 'kysely';
import type { LogoutBinding } from '../common/saml-settings.ts';
import type { RoleMapping } from '../common/role-mapping.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;

export interface ProviderTable {
  organization_id: number;
  protocol: ColumnType<'oidc' | 'saml', 'oidc' | 'saml' | undefined, 'oidc' | 'saml'>;
  /** Entity ID of a SAML provider. */
  issuer: string;
  /** Empty for SAML. */
  client_id: string;
  sealed_secret: string | null;
  groups_claim: string;
  sso_url: ColumnType<string | null, string | null | undefined, string | null>;
  /** Null for a provider without single logout. */
  slo_url: ColumnType<string | null, string | null | undefined, string | null>;
  /** Way of messages to that address. */
  slo_binding: ColumnType<LogoutBinding, LogoutBinding | undefined, LogoutBinding>;
  /** Certificates in PEM. */
  certificates: ColumnType<string[], string | undefined, string>;
  /** Requests for sign-in by SAML are signed. */
  sign_requests: ColumnType<boolean, boolean | undefined, boolean>;
  provider_initiated: ColumnType<boolean, boolean | undefined, boolean>;
  enabled: ColumnType<boolean, boolean | undefined, boolean>;
  forced: ColumnType<boolean, boolean | undefined, boolean>;
  tested: ColumnType<boolean, boolean | undefined, boolean>;
  version: number;
  changed_at: Stamp;
}

/** Teams and roles by groups. */
export interface PlacingTable {
  organization_id: number;
  default_team_id: number | null;
  default_role: number;
  mappings: ColumnType<RoleMapping[], string, string>;
  version: number;
}

export interface DomainTable {
  organization_id: number;
  domain: string;
  token: string;
  proven_by: 'dns' | 'file' | 'operator' | null;
  created_at: Stamp;
}

export interface IdentityTable {
  organization_id: number;
  issuer: string;
  subject: string;
  person_id: number;
  created_at: Stamp;
  last_used_at: Stamp;
}

/** Memberships that a group of the provider gave, and that end when the person leaves the group. */
export interface MembershipTable {
  organization_id: number;
  person_id: number;
  team_id: number;
}

/** An assertion that signed somebody in, until it has expired. */
export interface UsedAssertionTable {
  organization_id: number;
  issuer: string;
  assertion_id: string;
  expires_at: Stamp;
}

/** Key with which the provider of an organization encrypts; PEM. */
export interface SamlKeyTable {
  organization_id: number;
  sealed_key: string;
  certificate: string;
  created_at: Stamp;
}

export interface SignOnTables {
  'single_sign_on.provider': ProviderTable;
  'single_sign_on.placing': PlacingTable;
  'single_sign_on.domain': DomainTable;
  'single_sign_on.identity': IdentityTable;
  'single_sign_on.membership': MembershipTable;
  'single_sign_on.used_assertion': UsedAssertionTable;
  'single_sign_on.saml_key': SamlKeyTable;
}
