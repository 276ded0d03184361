import { Badge, Button, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  longDate,
  PageBody,
  PageToolbar,
  Time,
  toast,
  toastError,
} from '#core/ui/web/index.ts';
import type { AccessTokenView } from '../../common/api.ts';
import { AccessTokensClient } from '../access-tokens-client.ts';
import { messages } from '../messages.ts';
import { NewTokenDialog } from '../new-token-dialog.tsx';

/** Named tokens of the person, and of the team for its admins. */
export default function AccessTokensPage(): JSX.Element {
  const { api } = useService(AccessTokensClient);
  const team = useTeam();
  const queries = useQueryClient();
  const creates = useCan('GenerateSdkToken');
  const [making, setMaking] = useState(false);
  const key = ['access-tokens', team.id];
  const tokens = useQuery({ queryKey: key, queryFn: () => api.listAccessTokens({ params: { team_id: team.id } }) });
  if (tokens.error !== null) return <ErrorPanel error={tokens.error} onRetry={() => void tokens.refetch()} />;
  if (tokens.data === undefined)
    return (
      <PageBody>
        <Skeleton h={120} mt="md" />
      </PageBody>
    );
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: key });
  const revoke = async (token: AccessTokenView): Promise<void> => {
    const yes = await confirm({
      title: messages.page.revokeQuestion(token.name),
      text: token.kind === 'service' ? messages.page.revokeService : messages.page.revokePersonal,
      action: messages.page.revoke,
      danger: true,
    });
    if (!yes) return;
    await api
      .revokeAccessToken({ params: { team_id: team.id, token_id: token.id } })
      .then(() => toast(messages.page.revoked, { tone: 'success' }), toastError);
    await refresh();
  };
  const { data, manages } = tokens.data;
  const button = creates ? <Button onClick={() => setMaking(true)}>{messages.shared.newToken}</Button> : undefined;
  return (
    <>
      {data.length === 0 ? (
        <EmptyState icon="lock" text={messages.page.noTokens}>
          {button}
        </EmptyState>
      ) : (
        <>
          <PageToolbar>
            <Text c="var(--loupe-muted)" style={{ flex: 1 }}>
              {messages.page.intro(team.name)}
            </Text>
            {button}
          </PageToolbar>
          <PageBody>
            <TokenTable tokens={data} revokes={creates} onRevoke={token => void revoke(token)} />
          </PageBody>
        </>
      )}
      <NewTokenDialog
        opened={making}
        teamId={team.id}
        services={manages}
        onClose={() => setMaking(false)}
        onMade={() => void refresh()}
      />
    </>
  );
}

function TokenTable({
  tokens,
  revokes,
  onRevoke,
}: {
  readonly tokens: readonly AccessTokenView[];
  readonly revokes: boolean;
  readonly onRevoke: (token: AccessTokenView) => void;
}): JSX.Element {
  const team = useTeam();
  return (
    <Table aria-label={messages.page.tokens} stickyHeader>
      <Table.Thead bg="var(--loupe-page)">
        <Table.Tr>
          <Table.Th>{messages.shared.name}</Table.Th>
          <Table.Th>{messages.page.account}</Table.Th>
          <Table.Th>{messages.shared.scopes}</Table.Th>
          <Table.Th>{messages.page.lastUsed}</Table.Th>
          <Table.Th>{messages.page.expires}</Table.Th>
          <Table.Th aria-label={messages.page.revoke} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tokens.map(token => (
          <Table.Tr key={token.id} h={48}>
            <Table.Td>
              <Text fw={500} truncate maw={220} title={token.name}>
                {token.name}
              </Text>
              <Text size="sm" c="var(--loupe-muted)">
                {messages.page.endsWith(token.hint, team.id)}
              </Text>
            </Table.Td>
            <Table.Td>
              <Stack gap={2} align="flex-start">
                {token.owner}
                <Badge variant="default" miw="max-content">
                  {token.kind === 'service' ? messages.shared.service : messages.shared.personal}
                </Badge>
              </Stack>
            </Table.Td>
            <Table.Td>{token.scopes.map(scope => messages.tokenScopes.names[scope]).join(', ')}</Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              {token.lastUsedAt === null ? messages.page.never : <Time iso={token.lastUsedAt} />}
            </Table.Td>
            <Table.Td>
              {token.expiresAt === null
                ? messages.page.never
                : token.expired
                  ? messages.page.expired
                  : longDate(token.expiresAt)}
            </Table.Td>
            <Table.Td ta="right">
              {revokes ? (
                <Button
                  variant="subtle"
                  color="red"
                  aria-label={messages.page.revokeName(token.name)}
                  onClick={() => onRevoke(token)}
                >
                  {messages.page.revoke}
                </Button>
              ) : undefined}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
