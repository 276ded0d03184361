import { Anchor, Badge, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { client, Transport } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { PageHeader, shortDate } from '#core/ui/web/index.ts';
import { SearchedTable } from '#plugins/workspace/administration/web/kit/index.ts';
import type { IdentityProvider } from '../../common/identity-providers-api.ts';
import { identityProvidersApi } from '../../common/identity-providers-api.ts';
import { messages } from '../messages.ts';

/** Identity providers of all organizations, those that need attention first. */
export default function IdentityProvidersPage(): JSX.Element {
  const calls = client(identityProvidersApi, useService(Transport));
  return (
    <>
      <PageHeader title={messages.identityProviders.title} />
      <SearchedTable
        label={messages.identityProviders.providers}
        list={['admin', 'identity-providers']}
        load={query => calls.listIdentityProviders({ query: { ...query, protocol: 'any' } })}
        keyOf={row => row.organization_id}
        empty={messages.identityProviders.none}
        columns={[
          {
            title: messages.identityProviders.organization,
            cell: row => (
              <Anchor component={Link} to={`/org/${row.organization_id}/single-sign-on`} fw={500}>
                {row.organization}
              </Anchor>
            ),
          },
          {
            title: messages.identityProviders.provider,
            cell: row => (
              <Stack gap={0}>
                {messages.identityProviders.protocol[row.protocol]}
                <Text size="sm" c="var(--loupe-muted)" style={{ overflowWrap: 'anywhere' }}>
                  {row.issuer}
                </Text>
              </Stack>
            ),
          },
          {
            title: messages.identityProviders.domains,
            cell: row => (row.domains.length === 0 ? messages.identityProviders.noDomain : row.domains.join(', ')),
          },
          { title: messages.identityProviders.state, cell: row => stateOf(row) },
          { title: messages.identityProviders.certificate, cell: row => <CertificateEnd provider={row} /> },
          { title: messages.identityProviders.people, cell: row => row.people.toLocaleString('en') },
        ]}
      />
    </>
  );
}

function stateOf({ available, enabled, forced, tested }: IdentityProvider): string {
  if (!available) return messages.identityProviders.unavailable;
  if (enabled) return forced ? messages.identityProviders.forced : messages.identityProviders.on;
  return tested ? messages.identityProviders.off : messages.identityProviders.untested;
}

/** Time until which the certificate that ends last is good; nothing for OpenID Connect. */
function CertificateEnd({ provider }: { readonly provider: IdentityProvider }): JSX.Element | undefined {
  const { certificates, certificate_end: end } = provider;
  if (end === null) return undefined;
  if (end.state === 'good')
    return (
      <>
        {messages.identityProviders.until(
          shortDate(
            certificates
              .map(each => each.expiresAt)
              .toSorted()
              .at(-1)!,
          ),
        )}
      </>
    );
  return (
    <Badge variant="light" color={end.state === 'expired' ? 'red' : 'yellow'}>
      {end.state === 'expired' ? messages.identityProviders.expired : messages.identityProviders.ends(end.days)}
    </Badge>
  );
}
