import { Button, Menu, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useAddressOf, useService } from '#core/kernel/web/index.ts';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { EmptyState, ErrorPanel, Icon, PageBody, PageHeader, RowMenu, Time, toast } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { ProviderRequest } from '../../common/api.ts';
import type { RequestDecision } from '../../common/request-states.ts';
import { decisionsIn } from '../../common/request-states.ts';
import { ChangeDialog } from '../change-dialog.tsx';
import { messages } from '../messages.ts';
import { ProvidersClient } from '../providers-client.ts';
import { SendDialog } from '../send-dialog.tsx';

/** Setup page: the providers to which the project was sent. */
export default function SentPage(): JSX.Element {
  const addressOf = useAddressOf();
  const project = useProject();
  const { api } = useService(ProvidersClient);
  const queries = useQueryClient();
  const [sending, setSending] = useState(false);
  const [change, setChange] = useState<{ request: ProviderRequest; state: RequestDecision }>();
  const key = ['annotation-providers', 'sent', project.id] as const;
  const list = useQuery({
    queryKey: key,
    refetchOnWindowFocus: true,
    queryFn: () => api.listProviderRequests({ params: { project_id: project.id } }),
  });
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: key });
  if (list.error !== null && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const all = list.data?.data ?? [];
  const send = (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setSending(true)}>
      {messages.sentPage.send}
    </Button>
  );
  return (
    <>
      <PageHeader title={messages.sentPage.providers} {...(list.data === undefined ? {} : { count: list.data.count })}>
        {all.length === 0 ? undefined : send}
      </PageHeader>
      <PageBody>
        <Text c="var(--loupe-muted)" mb="sm">
          {messages.sentPage.explain}
        </Text>
        {list.data === undefined ? <Skeleton h={120} /> : undefined}
        {list.data?.count === 0 ? (
          <EmptyState icon="people" text={messages.sentPage.none}>
            {send}
          </EmptyState>
        ) : undefined}
        {all.length === 0 ? undefined : (
          <Table aria-label={messages.sentPage.providers}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{messages.sentPage.provider}</Table.Th>
                <Table.Th>{messages.sentPage.role}</Table.Th>
                <Table.Th>{messages.shared.state}</Table.Th>
                <Table.Th>{messages.sentPage.sentBy}</Table.Th>
                <Table.Th>{messages.shared.changed}</Table.Th>
                <Table.Th aria-label={messages.sentPage.actions} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {all.map(each => (
                <Table.Tr key={each.id} h={40}>
                  <Table.Td fw={500}>{addressOf(each.provider)}</Table.Td>
                  <Table.Td>{projectRoleLabel(each.user_role)}</Table.Td>
                  <Table.Td>
                    {messages.shared.states[each.state]}
                    {each.note === '' ? undefined : (
                      <Text size="sm" c="var(--loupe-muted)" style={{ overflowWrap: 'anywhere' }}>
                        {each.note}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>{addressOf(each.sent_by)}</Table.Td>
                  <Table.Td>
                    <Time iso={each.changedAt} />
                  </Table.Td>
                  <Table.Td ta="right">
                    {decisionsIn(each.state).length === 0 ? undefined : (
                      <RowMenu of={addressOf(each.provider)}>
                        {decisionsIn(each.state).map(state => (
                          <Menu.Item key={state} onClick={() => setChange({ request: each, state })}>
                            {messages.sentPage.decisions[state]}
                          </Menu.Item>
                        ))}
                      </RowMenu>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </PageBody>
      <SendDialog projectId={project.id} opened={sending} onClose={() => setSending(false)} onSent={reload} />
      <ChangeDialog
        change={change}
        action={change === undefined ? '' : messages.sentPage.decisions[change.state]}
        onClose={() => setChange(undefined)}
        onConfirm={async (note, { request, state }) => {
          await api.decideProviderRequest({
            params: { project_id: project.id, request_id: request.id },
            body: { state, note, version: request.version },
          });
          toast(messages.sentPage.changed[state], { tone: 'success' });
          await reload();
        }}
      />
    </>
  );
}
