import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { dateOfDay, DialogForm, ErrorPanel, Modal, toast } from '#core/ui/web/index.ts';
import type { PlanView } from '../common/api.ts';
import { amountText } from './amount-text.ts';
import { BillingClient } from './billing-client.ts';
import { messages } from './messages.ts';
import { paymentsKey } from './payments.tsx';

interface BuyDialogProps {
  readonly teamId: number;
  /** The plan to buy; undefined closes the dialog. */
  readonly plan: PlanView | undefined;
  readonly onClose: () => void;
}

/** Shows what a plan costs next, and buys it or changes to it. */
export function BuyDialog({ teamId, plan, onClose }: BuyDialogProps): JSX.Element {
  return (
    <Modal opened={plan !== undefined} onClose={onClose} title={messages.buyDialog.title(plan?.name ?? '')}>
      {plan === undefined ? undefined : <Preview teamId={teamId} plan={plan} onClose={onClose} />}
    </Modal>
  );
}

function Preview({ teamId, plan, onClose }: BuyDialogProps & { readonly plan: PlanView }): JSX.Element {
  const { billing } = useService(BillingClient);
  const queries = useQueryClient();
  const query = { team_id: teamId };
  const body = { plan: plan.id as 1 | 2 | 3 | 99 };
  const found = useQuery({
    queryKey: [...paymentsKey(teamId), 'preview', plan.id],
    queryFn: async () => {
      const [preview, { subscription }] = await Promise.all([
        billing.previewInvoice({ query, body }),
        billing.getCustomer({ query }),
      ]);
      return { preview, isChange: ['trial', 'active', 'past_due'].includes(subscription?.status ?? '') };
    },
    staleTime: 0,
    gcTime: 0,
  });
  if (found.error !== null) return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton h={120} />;
  const { preview, isChange } = found.data;
  const submit = async (): Promise<void> => {
    if (!isChange) {
      const { url } = await billing.createSubscription({ query, body });
      if (url !== null) location.assign(url);
      return;
    }
    await billing.changeSubscription({ query, body });
    await queries.invalidateQueries({ queryKey: paymentsKey(teamId) });
    await queries.invalidateQueries({ queryKey: ['organization'] });
    toast(messages.buyDialog.changed(plan.name), { tone: 'success' });
    onClose();
  };
  return (
    <DialogForm
      action={isChange ? messages.buyDialog.change : messages.buyDialog.pay}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Stack gap={6}>
        {preview.lines.map(({ text, amount }, at) => (
          <Group key={at} justify="space-between" wrap="nowrap" align="flex-start">
            <Text>{text}</Text>
            <Text style={{ whiteSpace: 'nowrap' }}>{amountText(amount, preview.currency)}</Text>
          </Group>
        ))}
        <Group justify="space-between">
          <Text fw={600}>{messages.buyDialog.total(dateOfDay(preview.dueAt))}</Text>
          <Text fw={600}>{amountText(preview.total, preview.currency)}</Text>
        </Group>
      </Stack>
      <Text c="var(--loupe-muted)">{isChange ? messages.buyDialog.changeHelp : messages.buyDialog.payHelp}</Text>
    </DialogForm>
  );
}
