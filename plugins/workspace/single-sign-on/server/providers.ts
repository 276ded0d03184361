import { inject } from 'inversify';
import type { Insertable, Kysely, Selectable } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { SecretBox } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { Organizations, writeVersion } from '#core/tenancy/server/index.ts';
import type { SamlSettings } from '../common/saml-settings.ts';
import { readCertificates } from './certificates.ts';
import { demandSecure } from './demand-secure.ts';
import type { ProviderClientSettings } from './provider-client.ts';
import type { ProviderTable, SignOnTables } from './tables.ts';

export type ProviderRow = Selectable<ProviderTable>;

export interface ProviderChange {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret?: string | null | undefined;
  readonly groups_claim: string;
  readonly base: number;
}

const about = (organizationId: number): string => `single-sign-on/organization/${organizationId}`;

/** Identity providers: one for each organization. */
export class Providers {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(SecretBox) private readonly secrets: SecretBox,
    @inject(Organizations) private readonly organizations: Organizations,
  ) {}

  async find(organizationId: number): Promise<ProviderRow | undefined> {
    return this.#run('read an identity provider', trx =>
      trx
        .selectFrom('single_sign_on.provider')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .executeTakeFirst(),
    );
  }

  /** Returns the provider that is switched on for the people of a domain. */
  async ofDomain(domain: string): Promise<ProviderRow | undefined> {
    const row = await this.#run('find the identity provider of a domain', trx =>
      trx
        .selectFrom('single_sign_on.provider as provider')
        .innerJoin('single_sign_on.domain as domain', 'domain.organization_id', 'provider.organization_id')
        .selectAll('provider')
        .where('domain.domain', '=', domain)
        .where('domain.proven_by', 'is not', null)
        .where('provider.enabled', '=', true)
        .executeTakeFirst(),
    );
    return row !== undefined && (await this.available(row.organization_id)) ? row : undefined;
  }

  async anyEnabled(): Promise<boolean> {
    const row = await this.#run('find any identity provider', trx =>
      trx
        .selectFrom('single_sign_on.provider')
        .select('organization_id')
        .where('enabled', '=', true)
        .limit(1)
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  /** True unless the operator switched the feature off for the organization. */
  async available(organizationId: number): Promise<boolean> {
    return (await this.organizations.rules(organizationId)).features['sso'] !== false;
  }

  /** The client of this installation at the provider of a row. */
  settingsOf(row: ProviderRow): ProviderClientSettings {
    return {
      issuer: row.issuer,
      clientId: row.client_id,
      clientSecret:
        row.sealed_secret === null ? undefined : this.secrets.open(row.sealed_secret, about(row.organization_id)),
      groupsClaim: row.groups_claim,
    };
  }

  /**
   * Sets the provider. Another issuer, client or secret switches it off until a test sign-in succeeds.
   * @throws Fault INVALID_FIELD (400), CONFLICT (409) when somebody else changed it
   */
  async save(organizationId: number, change: ProviderChange): Promise<void> {
    demandSecure('issuer', change.issuer);
    const before = await this.find(organizationId);
    if ((before?.version ?? 0) !== change.base) throw changed();
    const kept = change.client_secret === undefined;
    const sealed = kept
      ? (before?.sealed_secret ?? null)
      : change.client_secret === null || change.client_secret === undefined
        ? null
        : this.secrets.seal(change.client_secret, about(organizationId));
    const same =
      before?.protocol === 'oidc' && kept && before.issuer === change.issuer && before.client_id === change.client_id;
    await this.#write(organizationId, change.base, same, {
      protocol: 'oidc',
      sso_url: null,
      slo_url: null,
      slo_binding: 'redirect',
      certificates: '[]',
      provider_initiated: false,
      sign_requests: false,
      issuer: change.issuer,
      client_id: change.client_id,
      sealed_secret: sealed,
      groups_claim: change.groups_claim,
    });
  }

  /**
   * Sets a provider that speaks SAML. Another issuer or address, or certificates without one of those before, switch it
   * off until a test sign-in succeeds. @throws Fault INVALID_FIELD (400), CONFLICT (409) when somebody else changed it
   */
  async saveSaml(organizationId: number, change: SamlSettings & { readonly base: number }): Promise<void> {
    demandSecure('sso_url', change.sso_url);
    if (change.slo_url !== '') demandSecure('slo_url', change.slo_url);
    const certificates = readCertificates(change.certificates);
    const before = await this.find(organizationId);
    if ((before?.version ?? 0) !== change.base) throw changed();
    const same =
      before?.protocol === 'saml' &&
      before.issuer === change.issuer &&
      before.sso_url === change.sso_url &&
      before.certificates.some(each => certificates.includes(each));
    await this.#write(organizationId, change.base, same, {
      protocol: 'saml',
      issuer: change.issuer,
      client_id: '',
      sealed_secret: null,
      groups_claim: change.groups_claim,
      sso_url: change.sso_url,
      slo_url: change.slo_url === '' ? null : change.slo_url,
      slo_binding: change.slo_binding,
      certificates: JSON.stringify(certificates),
      provider_initiated: change.provider_initiated,
      sign_requests: change.sign_requests,
    });
  }

  async #write(
    organizationId: number,
    base: number,
    same: boolean,
    settings: Omit<Insertable<ProviderTable>, 'organization_id' | 'version'>,
  ): Promise<void> {
    const values = {
      ...settings,
      changed_at: new Date(),
      ...(same ? {} : { tested: false, enabled: false, forced: false }),
    };
    const written = await this.#run('set an identity provider', trx =>
      writeVersion(trx, 'single_sign_on.provider', { organizationId, base }, values),
    );
    if (!written) throw changed();
  }

  /**
   * Switches sign-in with the provider.
   * @throws Fault NOT_FOUND, CONFLICT, SSO_UNTESTED (409), FEATURE_DISABLED (403)
   */
  async switch(
    organizationId: number,
    { enabled, forced, base }: { readonly enabled: boolean; readonly forced: boolean; readonly base: number },
  ): Promise<void> {
    const row = await this.find(organizationId);
    if (row === undefined) throw notFound('The identity provider');
    if (row.version !== base) throw changed();
    if (enabled && !(await this.available(organizationId)))
      throw new Fault('FEATURE_DISABLED', 'Single sign-on is switched off for your organization.', {
        status: 403,
        details: { feature: 'sso' },
      });
    if (enabled && !row.tested)
      throw new Fault('SSO_UNTESTED', 'Test the sign-in first. It is switched on once a test succeeds.', {
        status: 409,
      });
    const written = await this.#run('switch an identity provider', trx =>
      trx
        .updateTable('single_sign_on.provider')
        .set({ enabled, forced: enabled && forced, version: base + 1, changed_at: new Date() })
        .where('organization_id', '=', organizationId)
        .where('version', '=', base)
        .returning('version')
        .executeTakeFirst(),
    );
    if (written === undefined) throw changed();
  }

  /** Notes that a test sign-in succeeded with this version of the provider. */
  async noteTested(organizationId: number, version: number): Promise<void> {
    await this.#run('note a test sign-in', trx =>
      trx
        .updateTable('single_sign_on.provider')
        .set({ tested: true })
        .where('organization_id', '=', organizationId)
        .where('version', '=', version)
        .execute(),
    );
  }

  async remove(organizationId: number): Promise<void> {
    await this.#run('remove an identity provider', trx =>
      trx.deleteFrom('single_sign_on.provider').where('organization_id', '=', organizationId).execute(),
    );
  }

  #run<T>(reason: string, work: (trx: Kysely<SignOnTables>) => Promise<T>): Promise<T> {
    return this.database.system<SignOnTables>(reason).transaction(work);
  }
}

const changed = (): Fault =>
  new Fault('CONFLICT', 'Somebody else changed the provider. Load the page again.', { status: 409 });
