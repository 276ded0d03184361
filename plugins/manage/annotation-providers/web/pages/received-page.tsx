import { Anchor, Button, Group, Skeleton, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useAddressOf, useService, useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, PageBody, PageHeader, Time, toast } from '#core/ui/web/index.ts';
import { projectKeys } from '#plugins/workspace/projects/common/index.ts';
import type { ProviderRequest } from '../../common/api.ts';
import type { RequestAnswer, RequestState } from '../../common/request-states.ts';
import { answersIn } from '../../common/request-states.ts';
import { ChangeDialog } from '../change-dialog.tsx';
import { messages } from '../messages.ts';
import { ProvidersClient } from '../providers-client.ts';
import { RECEIVED, useReceivedRequests } from '../use-received-requests.ts';
/** States in which the project is shared with the provider. */
const SHARED: readonly RequestState[] = ['sent', 'accepted', 'delivered', 'completed'];

/** Projects of the team that were sent to the person for annotation. */
export default function ReceivedPage(): JSX.Element {
  const addressOf = useAddressOf();
  const team = useTeam();
  const { api } = useService(ProvidersClient);
  const queries = useQueryClient();
  const [change, setChange] = useState<{ request: ProviderRequest; state: RequestAnswer }>();
  const list = useReceivedRequests(team.id);
  if (list.error !== null && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const answer = async (request: ProviderRequest, state: RequestAnswer, note: string): Promise<void> => {
    await api.answerProviderRequest({
      params: { request_id: request.id },
      body: { state, note, version: request.version },
    });
    toast(messages.receivedPage.changed[state], { tone: 'success' });
    await queries.invalidateQueries({ queryKey: RECEIVED });
    await queries.invalidateQueries({ queryKey: projectKeys.all });
  };
  return (
    <>
      <PageHeader title={messages.shared.requests} {...(list.data === undefined ? {} : { count: list.data.count })} />
      <PageBody>
        {list.data === undefined ? <Skeleton h={120} /> : undefined}
        {list.data?.count === 0 ? <EmptyState icon="people" text={messages.receivedPage.none} /> : undefined}
        {(list.data?.count ?? 0) === 0 ? undefined : (
          <>
            <Text c="var(--loupe-muted)" mb="sm">
              {messages.receivedPage.explain}
            </Text>
            <Table aria-label={messages.shared.requests}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{messages.receivedPage.project}</Table.Th>
                  <Table.Th>{messages.receivedPage.message}</Table.Th>
                  <Table.Th>{messages.receivedPage.from}</Table.Th>
                  <Table.Th>{messages.shared.state}</Table.Th>
                  <Table.Th>{messages.shared.changed}</Table.Th>
                  <Table.Th aria-label={messages.receivedPage.actions} />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {list.data?.data.map(each => (
                  <Table.Tr key={each.id} h={40}>
                    <Table.Td fw={500}>
                      {SHARED.includes(each.state) ? (
                        <Anchor component={Link} to={`/t/${team.id}/p/${each.project_id}`}>
                          {each.project}
                        </Anchor>
                      ) : (
                        each.project
                      )}
                    </Table.Td>
                    <Table.Td style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{each.message}</Table.Td>
                    <Table.Td>{addressOf(each.sent_by)}</Table.Td>
                    <Table.Td>
                      {messages.shared.states[each.state]}
                      {each.note === '' ? undefined : (
                        <Text size="sm" c="var(--loupe-muted)" style={{ overflowWrap: 'anywhere' }}>
                          {each.note}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td>
                      <Time iso={each.changedAt} />
                    </Table.Td>
                    <Table.Td>
                      <Group gap="xs" justify="flex-end" wrap="nowrap">
                        {answersIn(each.state).map(state => (
                          <Button
                            key={state}
                            size="compact-sm"
                            variant={state === 'declined' ? 'subtle' : 'default'}
                            aria-label={messages.receivedPage.actionOn(
                              messages.receivedPage.answers[state],
                              each.project,
                            )}
                            onClick={() => setChange({ request: each, state })}
                          >
                            {messages.receivedPage.answers[state]}
                          </Button>
                        ))}
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </>
        )}
      </PageBody>
      <ChangeDialog
        change={change}
        action={change === undefined ? '' : messages.receivedPage.answers[change.state]}
        answers
        onClose={() => setChange(undefined)}
        onConfirm={(note, { request, state }) => answer(request, state, note)}
      />
    </>
  );
}
