import { inject } from 'inversify';
import { sql } from 'kysely';
import type { Handlers } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { organizationRows } from '#core/tenancy/server/index.ts';
import { certificateEnd } from '../common/certificate-end.ts';
import type { IdentityProvider, identityProvidersApi } from '../common/identity-providers-api.ts';
import { certificateView } from './certificates.ts';

interface Asked {
  readonly offset: number;
  readonly limit: number;
  readonly protocol: 'saml' | 'oidc' | 'any';
  readonly search?: string | undefined;
}

type Row = Omit<IdentityProvider, 'certificates' | 'certificate_end' | 'changedAt'> & {
  readonly certificates: readonly string[];
  readonly changed_at: Date;
};

/** Rank in the list by the state of the certificate. */
const RANK = { expired: 0, ends: 1, good: 2 } as const;

/** Identity providers of all organizations. There is one for each at most, so a page is cut from all of them. */
export class IdentityProviders {
  constructor(@inject(DatabaseToken) private readonly database: Database) {}

  /** Returns those whose certificate has ended or ends soon first, then by organization. */
  async list({
    offset,
    limit,
    protocol,
    search = '',
  }: Asked): Promise<{ readonly data: IdentityProvider[]; readonly count: number }> {
    const part = search.toLowerCase();
    const all = (await this.#rows(protocol))
      .filter(({ organization, issuer, domains }) =>
        [organization, issuer, ...domains].some(each => each.toLowerCase().includes(part)),
      )
      .map(row => viewOf(row, Date.now()))
      .sort((one, other) => rankOf(one) - rankOf(other));
    return { data: all.slice(offset, offset + limit), count: all.length };
  }

  handlers(): Handlers<typeof identityProvidersApi> {
    return { listIdentityProviders: ({ query }) => this.list(query) };
  }

  async #rows(protocol: Asked['protocol']): Promise<readonly Row[]> {
    return this.database.system<unknown>('identity providers of all organizations').transaction(async trx => {
      const { rows } = await sql<Row>`
        select provider.organization_id, organization.name as organization, provider.protocol, provider.issuer,
          coalesce(provider.sso_url, '') as sso_url, provider.enabled, provider.forced, provider.tested,
          coalesce((organization.features ->> 'sso')::boolean, true) as available,
          array(select domain.domain from single_sign_on.domain as domain
            where domain.organization_id = provider.organization_id and domain.proven_by is not null
            order by domain.domain) as domains,
          (select count(*)::int from single_sign_on.identity as identity
            where identity.organization_id = provider.organization_id) as people,
          provider.certificates, provider.changed_at
        from single_sign_on.provider as provider
        join ${organizationRows} as organization on organization.id = provider.organization_id
        where ${protocol === 'any' ? sql`true` : sql`provider.protocol = ${protocol}::text`}
        order by lower(organization.name), provider.organization_id`.execute(trx);
      return rows;
    });
  }
}

function viewOf({ certificates: pems, changed_at: changed, ...row }: Row, now: number): IdentityProvider {
  const certificates = pems.map(certificateView);
  return {
    ...row,
    certificates,
    certificate_end: certificates.length === 0 ? null : certificateEnd(certificates, now),
    changedAt: changed.toISOString(),
  };
}

const rankOf = ({ certificate_end: end }: IdentityProvider): number => RANK[end?.state ?? 'good'];
