import { Button, Code, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, Modal, Time, toast, toastError } from '#core/ui/web/index.ts';
import type { DeliveryView } from '../common/api.ts';
import { messages } from './messages.ts';
import { WebhooksClient, webhooksKey } from './webhooks-client.ts';

const ROWS = 50;
/** Rows that the server answers at once. */
const MOST_ROWS = 2_000;
/** Milliseconds between two looks while a message waits. */
const LOOK_MS = 3_000;

/** Messages of a webhook, the newest first; each can be sent again. */
export function Deliveries({ webhookId }: { readonly webhookId: number }): JSX.Element {
  const { api } = useService(WebhooksClient);
  const team = useTeam();
  const queries = useQueryClient();
  const [limit, setLimit] = useState(ROWS);
  const [shown, setShown] = useState<DeliveryView>();
  const key = [...webhooksKey(team.id), webhookId, 'deliveries'];
  const found = useQuery({
    queryKey: [...key, limit],
    queryFn: () => api.listWebhookDeliveries({ params: { webhook_id: webhookId }, query: { limit } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(each => each.state === 'pending') === true ? LOOK_MS : false,
  });
  const again = async ({ id }: DeliveryView): Promise<void> => {
    await api.redeliverWebhook({ params: { webhook_id: webhookId, delivery_id: id } });
    toast(messages.webhookPage.sentAgain);
    await queries.invalidateQueries({ queryKey: key });
  };
  return (
    <section aria-labelledby="deliveries">
      <Title order={3} id="deliveries" mb="xs">
        {messages.webhookPage.deliveries}
      </Title>
      {found.error !== null ? <ErrorPanel error={found.error} onRetry={() => void found.refetch()} /> : undefined}
      {found.isPending ? <Skeleton h={120} /> : undefined}
      {found.data?.count === 0 ? <Text c="var(--loupe-muted)">{messages.webhookPage.noDeliveries}</Text> : undefined}
      {(found.data?.count ?? 0) === 0 ? undefined : (
        <Table aria-labelledby="deliveries">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.webhookPage.event}</Table.Th>
              <Table.Th>{messages.webhookPage.state}</Table.Th>
              <Table.Th>{messages.webhookPage.attempts}</Table.Th>
              <Table.Th>{messages.webhookPage.answer}</Table.Th>
              <Table.Th>{messages.webhookPage.created}</Table.Th>
              <Table.Th aria-label={messages.webhookPage.again} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.data?.data.map(each => (
              <Row key={each.id} delivery={each} onShow={setShown} onAgain={row => void again(row).catch(toastError)} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {(found.data?.count ?? 0) > limit && limit < MOST_ROWS ? (
        <Button variant="default" mt="sm" onClick={() => setLimit(limit + ROWS)}>
          {messages.webhookPage.more}
        </Button>
      ) : undefined}
      <Modal opened={shown !== undefined} onClose={() => setShown(undefined)} title={shown?.type ?? ''} size="lg">
        {shown === undefined ? undefined : <Body webhookId={webhookId} delivery={shown} />}
      </Modal>
    </section>
  );
}

function Row({
  delivery,
  onShow,
  onAgain,
}: {
  readonly delivery: DeliveryView;
  readonly onShow: (delivery: DeliveryView) => void;
  readonly onAgain: (delivery: DeliveryView) => void;
}): JSX.Element {
  const { id, type, state, attempts, status, error, milliseconds, nextAttempt, createdAt } = delivery;
  return (
    <Table.Tr h={40}>
      <Table.Td>{type}</Table.Td>
      <Table.Td>
        <Text span c={state === 'failed' ? 'var(--loupe-danger)' : 'inherit'}>
          {messages.webhookPage.states[state]}
        </Text>
        {nextAttempt === null || attempts === 0 ? undefined : (
          <Text size="sm" c="var(--loupe-muted)">
            {messages.webhookPage.next} <Time iso={nextAttempt} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>{attempts}</Table.Td>
      <Table.Td>
        {status === null
          ? (error ?? messages.webhookPage.noAnswer)
          : messages.webhookPage.milliseconds(status, milliseconds ?? 0)}
      </Table.Td>
      <Table.Td>
        <Time iso={createdAt} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={messages.webhookPage.detailsOf(type, id)}
            onClick={() => onShow(delivery)}
          >
            {messages.webhookPage.details}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={messages.webhookPage.againOf(type, id)}
            onClick={() => onAgain(delivery)}
          >
            {messages.webhookPage.again}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Body({ webhookId, delivery }: { readonly webhookId: number; readonly delivery: DeliveryView }): JSX.Element {
  const { api } = useService(WebhooksClient);
  const team = useTeam();
  const found = useQuery({
    queryKey: [...webhooksKey(team.id), webhookId, 'delivery', delivery.id],
    queryFn: () => api.getWebhookDelivery({ params: { webhook_id: webhookId, delivery_id: delivery.id } }),
  });
  if (found.error !== null) return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton h={160} />;
  return (
    <Stack gap="sm">
      <Text>
        {messages.webhookPage.messageId}: <Code>{found.data.message_id}</Code>
      </Text>
      {found.data.error === null ? undefined : <Text c="var(--loupe-danger)">{found.data.error}</Text>}
      <Code block tabIndex={0} aria-label={messages.webhookPage.body}>
        {JSON.stringify(JSON.parse(found.data.body), undefined, 2)}
      </Code>
    </Stack>
  );
}
