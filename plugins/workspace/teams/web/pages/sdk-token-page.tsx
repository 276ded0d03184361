import { Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, EmptyState, ErrorPanel, longDate, Modal, PageBody, toast, toastError } from '#core/ui/web/index.ts';
import { CopyLink } from '../copy-link.tsx';
import { messages } from '../messages.ts';
import { TeamsClient } from '../teams-client.ts';

/** The person's token for scripts in this team: made, shown once, revoked. */
export default function SdkTokenPage(): JSX.Element {
  const { api } = useService(TeamsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const generates = useCan('GenerateSdkToken');
  const [token, setToken] = useState<string>();
  const state = useQuery({ queryKey: ['teams', 'sdk-token', team.id], queryFn: () => api.describeSdkToken() });
  if (state.error !== null) return <ErrorPanel error={state.error} onRetry={() => void state.refetch()} />;
  if (state.data === undefined)
    return (
      <PageBody>
        <Skeleton h={120} maw={560} mt="md" />
      </PageBody>
    );
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['teams', 'sdk-token'] });

  const generate = async (): Promise<void> => {
    if (
      state.data.exists &&
      !(await confirm({
        title: messages.sdkTokenPage.newToken,
        text: messages.sdkTokenPage.tokenYouHaveNowStops,
        action: messages.sdkTokenPage.makeANewToken,
        danger: true,
      }))
    )
      return;
    await api.generateSdkToken({ body: {} }).then(made => setToken(made.token), toastError);
    await refresh();
  };
  const revoke = async (): Promise<void> => {
    if (
      !(await confirm({
        title: messages.sdkTokenPage.revokeToken,
        text: messages.sdkTokenPage.scriptsThatUseThisToken,
        action: messages.sdkTokenPage.revoke,
        danger: true,
      }))
    )
      return;
    await api.revokeSdkToken({ body: {} }).then(() => {
      setToken(undefined);
      toast(messages.sdkTokenPage.tokenRevoked, { tone: 'success' });
    }, toastError);
    await refresh();
  };

  const made = <NewToken token={token} onClose={() => setToken(undefined)} />;
  if (!state.data.exists) {
    return (
      <>
        <EmptyState
          icon="lock"
          text={generates ? messages.sdkTokenPage.noTokenYet : messages.sdkTokenPage.noTokenYetAsk}
        >
          {generates ? (
            <Button onClick={() => void generate()}>{messages.sdkTokenPage.generateToken}</Button>
          ) : undefined}
        </EmptyState>
        {made}
      </>
    );
  }
  return (
    <PageBody>
      {made}
      <Stack gap="md" maw={620} pt="md">
        <Text>
          {messages.sdkTokenPage.youHaveATokenFor(team.name, longDate(state.data.createdAt ?? ''))}{' '}
          <Text span c="var(--loupe-muted)">
            {state.data.lastUsedAt === null
              ? messages.sdkTokenPage.neverUsed
              : messages.sdkTokenPage.lastUsedLongDate(longDate(state.data.lastUsedAt))}
          </Text>
        </Text>
        {generates ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => void generate()}>
              {messages.sdkTokenPage.makeANewToken}
            </Button>
            <Button variant="subtle" color="red" onClick={() => void revoke()}>
              {messages.sdkTokenPage.revoke}
            </Button>
          </Group>
        ) : undefined}
      </Stack>
    </PageBody>
  );
}

/** Shows a new token, once. */
function NewToken({
  token,
  onClose,
}: {
  readonly token: string | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Modal opened={token !== undefined} onClose={onClose} title={messages.sdkTokenPage.newToken} size="md" shownOnce>
      {token === undefined ? undefined : (
        <Stack gap="md">
          <Text fw={500}>{messages.sdkTokenPage.copyTheTokenNow}</Text>
          <Group wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }}>{token}</Code>
            <CopyLink text={token} label={messages.sdkTokenPage.copy} />
          </Group>
          <Group justify="flex-end">
            <Button onClick={onClose}>{messages.shared.done}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
