import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useParams } from 'react-router-dom';
import { ErrorPanel, PageBody } from '#core/ui/web/index.ts';
import { AccountsSection } from '../accounts-section.tsx';
import { DomainsSection } from '../domains-section.tsx';
import { messages } from '../messages.ts';
import { ProviderForm } from '../provider-form.tsx';
import { RolesSection } from '../roles-section.tsx';
import { TrialSection } from '../trial-section.tsx';
import { useSingleSignOn } from '../use-single-sign-on.ts';

/** The identity provider of an organization, for its owner: from the address of the provider to the switch. */
export default function SingleSignOnPage(): JSX.Element {
  const { data: state, error, refetch } = useSingleSignOn(Number(useParams()['organizationId']));
  if (error !== null && state === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return (
    <PageBody>
      <Text c="var(--loupe-muted)" mt="sm" mb="lg">
        {messages.page.intro}
      </Text>
      {state === undefined ? (
        <Skeleton h={300} />
      ) : (
        <Stack gap={32} pb="xl">
          {state.available ? undefined : (
            <Alert color="yellow" variant="light" role="status">
              {messages.page.switchedOff}
            </Alert>
          )}
          <ProviderForm key={`provider ${state.connection?.version ?? 0}`} state={state} />
          <DomainsSection state={state} />
          <RolesSection state={state} />
          <TrialSection state={state} />
          <AccountsSection state={state} />
        </Stack>
      )}
    </PageBody>
  );
}
