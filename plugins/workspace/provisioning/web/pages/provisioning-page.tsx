import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useParams } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, ErrorPanel, longDate, Modal, PageBody, toast, toastError } from '#core/ui/web/index.ts';
import type { Provisioning } from '../../common/api.ts';
import { CopiedLine } from '../copied-line.tsx';
import { messages } from '../messages.ts';
import { PeopleTable } from '../people-table.tsx';
import { ProvisioningClient } from '../provisioning-client.ts';

/** The directory of an organization, for its owner: address, token, and who came from there. */
export default function ProvisioningPage(): JSX.Element {
  const { api } = useService(ProvisioningClient);
  const queries = useQueryClient();
  const organizationId = Number(useParams()['organizationId']);
  const params = { organization_id: organizationId };
  const [token, setToken] = useState<string>();
  const key = ['organization', 'provisioning', organizationId, 'state'];
  const state = useQuery({
    queryKey: key,
    // The person comes back from the directory, which has used the token meanwhile.
    refetchOnWindowFocus: 'always',
    queryFn: () => api.getProvisioning({ params }),
  });
  if (state.error !== null) return <ErrorPanel error={state.error} onRetry={() => void state.refetch()} />;

  const close = (): void => setToken(undefined);
  const make = async (): Promise<void> => {
    if (
      state.data?.token !== null &&
      !(await confirm({
        title: messages.page.newTokenQuestion,
        text: messages.page.newTokenText,
        action: messages.page.newToken,
        danger: true,
      }))
    )
      return;
    await api.createDirectoryToken({ params }).then(made => setToken(made.token), toastError);
    await queries.invalidateQueries({ queryKey: key });
  };
  const switchOff = async (): Promise<void> => {
    if (
      !(await confirm({
        title: messages.page.switchOffQuestion,
        text: messages.page.switchOffText,
        action: messages.page.switchOff,
        danger: true,
      }))
    )
      return;
    await api.deleteDirectoryToken({ params }).then(now => {
      setToken(undefined);
      queries.setQueryData(key, now);
      toast(messages.page.switchedOff, { tone: 'success' });
    }, toastError);
  };

  return (
    <PageBody>
      <Text c="var(--loupe-muted)" mb="lg">
        {messages.page.intro}
      </Text>
      {state.data === undefined ? (
        <Skeleton h={200} />
      ) : (
        <Stack gap={32} pb="xl">
          <Connection state={state.data} onMake={() => void make()} onSwitchOff={() => void switchOff()} />
          <Modal opened={token !== undefined} onClose={close} title={messages.page.newTokenTitle} size="lg" shownOnce>
            <Stack gap="md">
              <Text fw={500}>{messages.page.copyNow}</Text>
              <CopiedLine text={token ?? ''} />
              <Group justify="flex-end">
                <Button onClick={close}>{messages.page.done}</Button>
              </Group>
            </Stack>
          </Modal>
          <section aria-label={messages.page.people}>
            <Title order={2} mb={4}>
              {messages.page.people}
            </Title>
            <Text c="var(--loupe-muted)" mb="sm">
              {messages.page.counts(state.data.people, state.data.groups)}. {messages.page.rules}
            </Text>
            <PeopleTable organizationId={organizationId} />
          </section>
        </Stack>
      )}
    </PageBody>
  );
}

function Connection({
  state,
  onMake,
  onSwitchOff,
}: {
  readonly state: Provisioning;
  readonly onMake: () => void;
  readonly onSwitchOff: () => void;
}): JSX.Element {
  return (
    <section aria-label={messages.page.connection}>
      <Title order={2} mb={4}>
        {messages.page.connection}
      </Title>
      <Stack gap="md" maw={720}>
        {state.token === null ? <Text>{messages.page.off}</Text> : <TokenLine token={state.token} />}
        <div>
          <Text fw={500}>{messages.page.address}</Text>
          <CopiedLine text={state.base_url} />
        </div>
        <Group gap="xs">
          <Button variant={state.token === null ? 'filled' : 'default'} onClick={onMake}>
            {state.token === null ? messages.page.makeToken : messages.page.newToken}
          </Button>
          {state.token === null ? undefined : (
            <Button variant="subtle" color="red" onClick={onSwitchOff}>
              {messages.page.switchOff}
            </Button>
          )}
        </Group>
      </Stack>
    </section>
  );
}

function TokenLine({ token }: { readonly token: NonNullable<Provisioning['token']> }): JSX.Element {
  const { hint, created_by: maker, createdAt, lastUsedAt } = token;
  return (
    <Text>
      {messages.page.token(hint)}{' '}
      <Text span c="var(--loupe-muted)">
        {maker === null ? messages.page.made(longDate(createdAt)) : messages.page.madeBy(maker, longDate(createdAt))}.{' '}
        {lastUsedAt === null ? messages.page.neverUsed : messages.page.lastUsed(longDate(lastUsedAt))}.
      </Text>
    </Text>
  );
}
