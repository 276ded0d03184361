import { Button, Group, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { confirm, ErrorPanel, Time, toast, toastError } from '#core/ui/web/index.ts';
import type { SignOnAccount, SingleSignOn } from '../common/api.ts';
import { messages } from './messages.ts';
import { Section } from './section.tsx';
import { useSignOnCalls, useSignOnChange } from './use-single-sign-on.ts';

const PAGE = 50;

/** Accounts that have signed in with the provider. */
export function AccountsSection({ state }: { readonly state: SingleSignOn }): JSX.Element {
  const { id } = state.organization;
  const calls = useSignOnCalls();
  const queries = useQueryClient();
  const queryKey = ['organization', 'single-sign-on-accounts', id];
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      calls.listSignOnAccounts({ params: { organization_id: id }, query: { offset: pageParam, limit: PAGE } }),
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.count ? pages.length * PAGE : undefined),
  });
  const unlink = useSignOnChange<SignOnAccount>(id, async (api, params, { person_id }) => {
    await api.unlinkSignOnAccount({ params: { ...params, person_id } });
    return undefined;
  });
  const askAndUnlink = async (account: SignOnAccount): Promise<void> => {
    const sure = await confirm({
      title: messages.accounts.unlinkQuestion(account.email),
      text: messages.accounts.unlinkText,
      action: messages.accounts.unlink,
      danger: true,
    });
    if (!sure) return;
    unlink.mutate(account, {
      onSuccess() {
        toast(messages.accounts.unlinked(account.email));
        void queries.invalidateQueries({ queryKey });
      },
      onError: toastError,
    });
  };
  if (list.error !== null && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const rows = list.data?.pages.flatMap(each => each.data) ?? [];
  return (
    <Section
      title={messages.steps.accounts}
      help={state.people === 0 ? messages.accounts.none : messages.accounts.count(state.people)}
    >
      {rows.length === 0 ? undefined : (
        <Table maw={900}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.accounts.email}</Table.Th>
              <Table.Th>{messages.accounts.subject}</Table.Th>
              <Table.Th w={160}>{messages.accounts.lastUse}</Table.Th>
              <Table.Th w={90} aria-label={messages.accounts.unlink} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(each => (
              <Table.Tr key={each.subject}>
                <Table.Td>{each.email}</Table.Td>
                <Table.Td>
                  <Text size="sm" c="var(--loupe-muted)" style={{ overflowWrap: 'anywhere' }}>
                    {each.subject}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Time iso={each.lastUsedAt} />
                </Table.Td>
                <Table.Td>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={messages.accounts.unlinkLabel(each.email)}
                    onClick={() => void askAndUnlink(each)}
                  >
                    {messages.accounts.unlink}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {list.hasNextPage ? (
        <Group mt="sm">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {messages.accounts.more}
          </Button>
        </Group>
      ) : undefined}
    </Section>
  );
}
