import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { Organizations } from '#core/tenancy/server/index.ts';
import type { Domain, SingleSignOn, singleSignOnApi } from '../common/api.ts';
import { proofAddress, proofRecord, proofText } from '../common/domain-name.ts';
import { logoutUri } from '../common/logout-api.ts';
import { serviceProviderNames } from '../common/saml-api.ts';
import { certificateView } from './certificates.ts';
import type { DomainRow, Domains } from './domains.ts';
import type { PlacingRow, Placings } from './placings.ts';
import type { ProviderMetadata } from './provider-metadata.ts';
import { redirectUri } from './provider-client.ts';
import type { ProviderRow, Providers } from './providers.ts';
import type { SamlKeys } from './saml-keys.ts';
import type { SignOnAccounts } from './sign-on-accounts.ts';
import type { Trials } from './trials.ts';

export interface SignOnServices {
  readonly providers: Providers;
  readonly placings: Placings;
  readonly domains: Domains;
  readonly accounts: SignOnAccounts;
  readonly samlKeys: SamlKeys;
  readonly trials: Trials;
  readonly metadata: ProviderMetadata;
  readonly organizations: Organizations;
  readonly publicUrl: string;
}

const connectionView = (row: ProviderRow): SingleSignOn['connection'] => ({
  protocol: row.protocol,
  sso_url: row.sso_url ?? '',
  slo_url: row.slo_url ?? '',
  slo_binding: row.slo_binding,
  certificates_pem: row.certificates.join('\n'),
  certificates: row.certificates.map(certificateView),
  sign_requests: row.sign_requests,
  provider_initiated: row.provider_initiated,
  issuer: row.issuer,
  client_id: row.client_id,
  has_secret: row.sealed_secret !== null,
  groups_claim: row.groups_claim,
  enabled: row.enabled,
  forced: row.forced,
  tested: row.tested,
  version: row.version,
  changedAt: row.changed_at.toISOString(),
});

const placingView = (row: PlacingRow): SingleSignOn['placing'] => ({
  default_team_id: row.default_team_id,
  default_role: row.default_role === teamRoles.teamAdmin ? 7 : 4,
  mappings: row.mappings,
  version: row.version,
});

const domainView = ({ domain, token, proven_by }: DomainRow): Domain => ({
  domain,
  proven: proven_by !== null,
  proven_by,
  record: proofRecord(domain),
  file: proofAddress(domain),
  text: proofText(token),
});

/** Handlers of the calls about the identity provider of an organization. */
export function signOnHandlers(services: SignOnServices): Handlers<typeof singleSignOnApi> {
  const { providers, placings, domains, accounts, samlKeys, trials, organizations } = services;
  const view = async (id: number, context: RequestContext): Promise<SingleSignOn> => {
    const [{ name }, teams, provider, placing, listed, available, { count }, certificate] = await Promise.all([
      organizations.get(id),
      organizations.teamsOf(id),
      providers.find(id),
      placings.get(id),
      domains.list(id),
      providers.available(id),
      accounts.list(id, { offset: 0, limit: 1 }),
      samlKeys.certificate(id),
    ]);
    return {
      organization: { id, name },
      available,
      redirect_uri: redirectUri(services.publicUrl),
      logout_uri: logoutUri(services.publicUrl, id),
      saml: {
        ...serviceProviderNames(services.publicUrl, id),
        encryption: certificate === undefined ? null : { ...certificateView(certificate), pem: certificate },
      },
      teams: [...teams],
      connection: provider === undefined ? null : connectionView(provider),
      placing: placingView(placing),
      domains: listed.map(domainView),
      people: count,
      may_confirm: context.user.superAdmin,
    };
  };
  const changed = async (id: number, context: RequestContext, change: object): Promise<SingleSignOn> => {
    context.log.info({ organization: id, ...change, by: context.user.id }, 'single sign-on was changed');
    return view(id, context);
  };
  return {
    getSingleSignOn: ({ params }, context) => view(params.organization_id, context),
    async saveProvider({ params: { organization_id: id }, body }, context) {
      await providers.save(id, body);
      return changed(id, context, { issuer: body.issuer, client: body.client_id });
    },
    async saveSamlProvider({ params: { organization_id: id }, body }, context) {
      await providers.saveSaml(id, body);
      // Providers take signed messages of single logout only.
      if (body.slo_url !== '' || body.sign_requests) await samlKeys.ensure(id);
      return changed(id, context, { issuer: body.issuer, protocol: 'saml' });
    },
    async makeSamlKey({ params: { organization_id: id } }, context) {
      await samlKeys.renew(id);
      return changed(id, context, { certificate: true });
    },
    readSamlMetadata: ({ body }) => services.metadata.read(body),
    async savePlacing({ params: { organization_id: id }, body }, context) {
      await placings.save(id, body);
      return changed(id, context, { rules: body.mappings.length });
    },
    async switchSingleSignOn({ params: { organization_id: id }, body }, context) {
      await providers.switch(id, body);
      return changed(id, context, { enabled: body.enabled, forced: body.forced });
    },
    async deleteProvider({ params: { organization_id: id } }, context) {
      await providers.remove(id);
      return changed(id, context, { removed: true });
    },
    async addSignOnDomain({ params: { organization_id: id }, body }, context) {
      await domains.add(id, body.domain);
      return changed(id, context, { addedDomain: body.domain });
    },
    async proveSignOnDomain({ params: { organization_id: id, domain }, body }, context) {
      await domains.prove(id, domain, body.by);
      return changed(id, context, { provenDomain: domain, by: body.by });
    },
    async confirmSignOnDomain({ params: { organization_id: id, domain } }, context) {
      await domains.confirm(id, domain);
      await changed(id, context, { provenDomain: domain, by: 'operator' });
      return { success: true };
    },
    async removeSignOnDomain({ params: { organization_id: id, domain } }, context) {
      await domains.remove(id, domain);
      return changed(id, context, { removedDomain: domain });
    },
    async listSignOnAccounts({ params, query }) {
      const { data, count } = await accounts.list(params.organization_id, query);
      return {
        data: data.map(({ person, subject, lastUsedAt }) => ({
          person_id: person.id,
          email: person.email,
          name: `${person.first_name} ${person.last_name}`.trim(),
          subject,
          lastUsedAt: lastUsedAt.toISOString(),
        })),
        count,
      };
    },
    async unlinkSignOnAccount({ params: { organization_id: id, person_id } }, context) {
      await accounts.unlink(id, person_id);
      await changed(id, context, { unlinkedPerson: person_id });
      return { success: true };
    },
    beginTrial: ({ params }, context) => trials.begin(params.organization_id, context.user.id),
    finishTrial: ({ params, body }, context) =>
      trials.finish(params.organization_id, context.user.id, body.ticket, body.answer),
  };
}
