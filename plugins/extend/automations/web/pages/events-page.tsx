import { Button, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, EmptyState, Icon, toast } from '#core/ui/web/index.ts';
import type { CustomEventView } from '../../common/intake-api.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { EventForm } from '../events/event-form.tsx';
import { FireDialog } from '../events/fire-dialog.tsx';
import { EditMenu, Intro, ListPage } from '../list-page.tsx';
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
      <ListPage
        list={list}
        begin={begin}
        empty={
          manages ? (
            <Intro title={messages.eventsPage.startByHand} text={messages.eventsPage.anEventHas}>
              {begin}
            </Intro>
          ) : (
            <EmptyState icon="play" text={messages.eventsPage.noEvents} />
          )
        }
        head={
          <>
            <Table.Th w={220}>{messages.shared.name}</Table.Th>
            <Table.Th>{messages.eventsPage.fields}</Table.Th>
            <Table.Th>{messages.eventsPage.pipelines}</Table.Th>
            <Table.Th w={90} aria-label={messages.eventsPage.fire} />
            <Table.Th w={44} aria-label={messages.shared.actions} />
          </>
        }
        row={each => (
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
                <EditMenu of={each.name} onEdit={() => setEdited(each)} onDelete={() => remove(each)} />
              ) : undefined}
            </Table.Td>
          </Table.Tr>
        )}
      />
      {edited === undefined ? undefined : (
        <EventForm event={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {fired === undefined ? undefined : <FireDialog event={fired} onClose={() => setFired(undefined)} />}
    </>
  );
}
