import { Alert, Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, EmptyState, ErrorPanel, longDate, PageBody, toast, toastError } from '#core/ui/web/index.ts';
import { CopyLink } from '../copy-link.tsx';
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
        title: 'New token',
        text: 'The token you have now stops working at once. Scripts that use it fail until you give them the new one.',
        action: 'Make a new token',
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
        title: 'Revoke token',
        text: 'Scripts that use this token fail from now on.',
        action: 'Revoke',
        danger: true,
      }))
    )
      return;
    await api.revokeSdkToken({ body: {} }).then(() => {
      setToken(undefined);
      toast('Token revoked.', { tone: 'success' });
    }, toastError);
    await refresh();
  };

  if (!state.data.exists) {
    return (
      <EmptyState
        icon="lock"
        text={
          generates
            ? 'No token yet. A token lets scripts work in this team in your name.'
            : 'No token yet. Ask a team admin.'
        }
      >
        {generates ? <Button onClick={() => void generate()}>Generate token</Button> : undefined}
      </EmptyState>
    );
  }
  return (
    <PageBody>
      <Stack gap="md" maw={620} pt="md">
        {token === undefined ? undefined : (
          <Alert color="teal" p="sm" title="Copy the token now. It is not shown again.">
            <Group wrap="nowrap">
              <Code style={{ overflowWrap: 'anywhere' }}>{token}</Code>
              <CopyLink text={token} label="Copy" />
            </Group>
          </Alert>
        )}
        <Text>
          You have a token for {team.name}, made {longDate(state.data.createdAt ?? '')}.{' '}
          <Text span c="var(--loupe-muted)">
            {state.data.lastUsedAt === null ? 'Never used.' : `Last used ${longDate(state.data.lastUsedAt)}.`}
          </Text>
        </Text>
        {generates ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => void generate()}>
              Make a new token
            </Button>
            <Button variant="subtle" color="red" onClick={() => void revoke()}>
              Revoke
            </Button>
          </Group>
        ) : undefined}
      </Stack>
    </PageBody>
  );
}
