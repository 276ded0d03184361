import { Alert, Anchor, Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, dateOfDay, ErrorPanel, shortDate, toast, toastError } from '#core/ui/web/index.ts';
import type { Card, Invoice, Subscription } from '../common/api.ts';
import { planName } from '../common/plans.ts';
import { amountText } from './amount-text.ts';
import { BillingClient } from './billing-client.ts';
import { messages } from './messages.ts';

const INVOICES = 24;

/** Key of what the provider of payments knows of a team's organization. */
export const paymentsKey = (teamId: number): readonly unknown[] => ['billing', teamId];

/** The plan that was bought, cards and invoices, for the owner of an organization. */
export function Payments({ teamId }: { readonly teamId: number }): JSX.Element {
  const { billing } = useService(BillingClient);
  const queries = useQueryClient();
  const query = { team_id: teamId };
  const account = useQuery({
    queryKey: [...paymentsKey(teamId), 'account'],
    queryFn: () => billing.getCustomer({ query }),
  });
  const invoices = useQuery({
    queryKey: [...paymentsKey(teamId), 'invoices'],
    queryFn: () => billing.listInvoices({ query: { ...query, limit: INVOICES } }),
  });
  const cancel = useMutation({
    mutationFn: () => billing.cancelSubscription({ query }),
    onSuccess: () => queries.invalidateQueries({ queryKey: paymentsKey(teamId) }),
    onError: toastError,
  });
  if (account.error !== null) return <ErrorPanel error={account.error} onRetry={() => void account.refetch()} />;
  if (account.data === undefined) return <Skeleton h={120} />;
  const { subscription, cards } = account.data;
  const askToCancel = async (plan: number, end: string | null): Promise<void> => {
    const day = end === null ? undefined : dateOfDay(end);
    if (
      await confirm({
        title: messages.payments.cancelTitle(planName(plan)),
        text: messages.payments.cancelText(day),
        action: messages.payments.cancel,
        refuse: messages.payments.keep,
        danger: true,
      })
    )
      cancel.mutate();
  };
  return (
    <>
      <section aria-label={messages.payments.subscription}>
        <Title order={2} mb="xs">
          {messages.payments.subscription}
        </Title>
        {subscription?.status === 'past_due' ? (
          <Alert color="red" mb="sm">
            {messages.payments.pastDue}
          </Alert>
        ) : undefined}
        <Group justify="space-between">
          <Text>{stateText(subscription)}</Text>
          {subscription !== null && isLive(subscription) && !subscription.cancels ? (
            <Button
              variant="default"
              loading={cancel.isPending}
              onClick={() => void askToCancel(subscription.plan, subscription.period_end)}
            >
              {messages.payments.cancel}
            </Button>
          ) : undefined}
        </Group>
      </section>
      <Cards teamId={teamId} cards={cards} />
      <section aria-label={messages.payments.invoices}>
        <Title order={2} mb="xs">
          {messages.payments.invoices}
        </Title>
        {invoices.error === null ? (
          <Invoices invoices={invoices.data?.data ?? []} />
        ) : (
          <ErrorPanel error={invoices.error} onRetry={() => void invoices.refetch()} />
        )}
      </section>
    </>
  );
}

function stateText(subscription: Subscription | null): string {
  if (subscription === null) return messages.payments.none;
  const { status, cancels, period_end: end } = subscription;
  const plan = planName(subscription.plan);
  if (status === 'incomplete') return messages.payments.waiting(plan);
  if (!isLive(subscription)) return messages.payments.ended(plan);
  const day = end === null ? '–' : dateOfDay(end);
  return cancels ? messages.payments.ends(plan, day) : messages.payments.renews(plan, day);
}

const isLive = ({ status }: Subscription): boolean => ['trial', 'active', 'past_due'].includes(status);

function Cards({ teamId, cards }: { readonly teamId: number; readonly cards: readonly Card[] }): JSX.Element {
  const { billing } = useService(BillingClient);
  const queries = useQueryClient();
  const query = { team_id: teamId };
  const add = useMutation({
    mutationFn: () => billing.attachCard({ query, body: {} }),
    onSuccess: ({ url }) => url !== null && location.assign(url),
    onError: toastError,
  });
  const remove = useMutation({
    mutationFn: (card: string) => billing.detachCard({ query, body: { card } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: paymentsKey(teamId) });
      toast(messages.payments.cardRemoved);
    },
    onError: toastError,
  });
  const askToRemove = async ({ id, last4 }: Card): Promise<void> => {
    if (
      await confirm({
        title: messages.payments.removeTitle(last4),
        text: messages.payments.removeText,
        action: messages.payments.remove,
        danger: true,
      })
    )
      remove.mutate(id);
  };
  return (
    <section aria-label={messages.payments.cards}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{messages.payments.cards}</Title>
        <Button variant="default" loading={add.isPending} onClick={() => add.mutate()}>
          {messages.payments.addCard}
        </Button>
      </Group>
      {cards.length === 0 ? <Text c="var(--loupe-muted)">{messages.payments.noCards}</Text> : undefined}
      <Stack gap="xs">
        {cards.map(card => (
          <Group key={card.id} justify="space-between">
            <Text>
              {messages.payments.card(card.brand, card.last4, card.exp)}
              {card.default ? (
                <Text span c="var(--loupe-muted)">
                  {` · ${messages.payments.standard}`}
                </Text>
              ) : undefined}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={messages.payments.removeTitle(card.last4)}
              loading={remove.isPending && remove.variables === card.id}
              onClick={() => void askToRemove(card)}
            >
              {messages.payments.remove}
            </Button>
          </Group>
        ))}
      </Stack>
    </section>
  );
}

function Invoices({ invoices }: { readonly invoices: readonly Invoice[] }): JSX.Element {
  if (invoices.length === 0) return <Text c="var(--loupe-muted)">{messages.payments.noInvoices}</Text>;
  return (
    <Table aria-label={messages.payments.invoices}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{messages.payments.number}</Table.Th>
          <Table.Th>{messages.payments.due}</Table.Th>
          <Table.Th>{messages.payments.invoiceState}</Table.Th>
          <Table.Th ta="right">{messages.payments.total}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invoices.map(({ id, number, dueAt, status, total, currency, url }) => (
          <Table.Tr key={id}>
            <Table.Td>
              {url === null ? (
                (number ?? '–')
              ) : (
                <Anchor href={url} target="_blank" rel="noopener noreferrer">
                  {number ?? messages.payments.open}
                </Anchor>
              )}
            </Table.Td>
            <Table.Td>{shortDate(dueAt)}</Table.Td>
            <Table.Td>{messages.payments.states[status]}</Table.Td>
            <Table.Td ta="right">{amountText(total, currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
