import { Button, Menu, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  Icon,
  PageBody,
  PageHeader,
  RowMenu,
  toast,
  toastError,
} from '#core/ui/web/index.ts';
import type { CustomEventView } from '../../common/intake-api.ts';
import { AutomationTabs } from '../automation-tabs.tsx';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import classes from '../automations.module.css';
import { EventForm } from '../events/event-form.tsx';
import { FireDialog } from '../events/fire-dialog.tsx';
import { messages } from '../messages.ts';

/** Custom events of the team. */
export default function EventsPage(): JSX.Element {
  const { intake } = useService(AutomationsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const manages = useCan('ManagePipelines');
  const [edited, setEdited] = useState<CustomEventView | 'new'>();
  const [fired, setFired] = useState<CustomEventView>();
  const key = [...automationsKey(team.id), 'events'];
  const list = useQuery({ queryKey: key, queryFn: async () => (await intake.listCustomEvents()).data });
  const remove = async ({ id, name }: CustomEventView): Promise<void> => {
    const sure = await confirm({
      title: messages.eventsPage.deleteEvent,
      text: messages.eventsPage.nameIsRemoved(name),
      action: messages.shared.delete,
      danger: true,
    });
    if (!sure) return;
    await intake.deleteCustomEvent({ params: { custom_event_id: id } });
    toast(messages.eventsPage.nameIsDeleted(name), { tone: 'success' });
    await queries.invalidateQueries({ queryKey: key });
  };
  const begin = manages ? (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setEdited('new')}>
      {messages.eventsPage.newEvent}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader title={messages.shared.automations}>{(list.data?.length ?? 0) > 0 ? begin : undefined}</PageHeader>
      <AutomationTabs />
      <PageBody>
        {list.error !== null && list.data === undefined ? (
          <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
        ) : undefined}
        {list.isPending ? [0, 1].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {list.data?.length === 0 ? (
          manages ? (
            <div className={classes['intro']}>
              <Text fw={600} size="lg">
                {messages.eventsPage.startByHand}
              </Text>
              <Text c="var(--loupe-muted)" pb="md">
                {messages.eventsPage.anEventHas}
              </Text>
              {begin}
            </div>
          ) : (
            <EmptyState icon="play" text={messages.eventsPage.noEvents} />
          )
        ) : undefined}
        {(list.data?.length ?? 0) === 0 ? undefined : (
          <Table highlightOnHover stickyHeader layout="fixed">
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th w={220}>{messages.shared.name}</Table.Th>
                <Table.Th>{messages.eventsPage.fields}</Table.Th>
                <Table.Th>{messages.eventsPage.pipelines}</Table.Th>
                <Table.Th w={90} aria-label={messages.eventsPage.fire} />
                <Table.Th w={44} aria-label={messages.shared.actions} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.data?.map(each => (
                <Table.Tr key={each.id}>
                  <Table.Td>
                    <Text fw={500} truncate title={each.description}>
                      {each.name}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" truncate>
                      {each.fields.map(field => field.key).join(', ')}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)" truncate title={each.pipelines.join(', ')}>
                      {each.pipelines.length === 0 ? messages.eventsPage.none : each.pipelines.join(', ')}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    {manages || each.fired_by === 'viewers' ? (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={messages.eventsPage.fireName(each.name)}
                        onClick={() => setFired(each)}
                      >
                        {messages.eventsPage.fire}
                      </Button>
                    ) : undefined}
                  </Table.Td>
                  <Table.Td>
                    {manages ? (
                      <RowMenu of={each.name}>
                        <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setEdited(each)}>
                          {messages.shared.edit}
                        </Menu.Item>
                        <Menu.Item
                          leftSection={<Icon name="trash" />}
                          c="var(--loupe-danger)"
                          onClick={() => void remove(each).catch(toastError)}
                        >
                          {messages.shared.delete}
                        </Menu.Item>
                      </RowMenu>
                    ) : undefined}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </PageBody>
      {edited === undefined ? undefined : (
        <EventForm event={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {fired === undefined ? undefined : <FireDialog event={fired} onClose={() => setFired(undefined)} />}
    </>
  );
}
