import { Button, Group, NumberInput, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, toast, toastError } from '#core/ui/web/index.ts';
import type { Budget } from '../../common/model.ts';
import { messages } from '../messages.ts';
import { ModelsClient } from '../models-client.ts';

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Shows the team's monthly budget for models, and its use. */
export function BudgetTab(): JSX.Element {
  const { api } = useService(ModelsClient);
  const team = useTeam();
  const found = useQuery({ queryKey: ['models', 'budget', team.id], queryFn: () => api.getBudget() });
  if (found.data === undefined)
    return found.error === null ? (
      <Skeleton h={120} />
    ) : (
      <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />
    );
  return <BudgetForm key={String(found.data.monthly_tokens)} budget={found.data} />;
}

function BudgetForm({ budget }: { readonly budget: Budget }): JSX.Element {
  const { api } = useService(ModelsClient);
  const queries = useQueryClient();
  const [tokens, setTokens] = useState(budget.monthly_tokens);
  const { used_tokens: used, monthly_tokens: limit } = budget;
  const share = limit === null || limit === 0 ? (limit === 0 ? 100 : 0) : Math.min(100, (used / limit) * 100);
  const save = async (): Promise<void> => {
    try {
      await api.putBudget({ body: { monthly_tokens: tokens } });
      toast(messages.budgetTab.budgetIsSaved, { tone: 'success' });
      await queries.invalidateQueries({ queryKey: ['models', 'budget'] });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Stack gap="md" maw={520} pt="sm">
      <div>
        <Text fw={600}>{month.format(new Date(`${budget.month}-01T00:00:00Z`))}</Text>
        <Text>
          {used.toLocaleString('en')}{' '}
          {limit === null ? messages.budgetTab.tokensUsed : messages.budgetTab.ofLimitTokensUsed(limit)}
        </Text>
        {limit === null ? undefined : (
          <Progress
            mt={6}
            value={share}
            color={share >= 100 ? 'red' : share >= 80 ? 'yellow' : 'loupe'}
            aria-label={messages.budgetTab.usedShareOfTheBudget}
          />
        )}
        <Text size="sm" c="var(--loupe-muted)" mt={6}>
          {messages.budgetTab.callsFixedByThePrices(budget.calls, budget.used_cost.toFixed(2))}
        </Text>
      </div>
      <Group align="end" gap="xs">
        <NumberInput
          label={messages.budgetTab.tokensInAMonth}
          description={messages.budgetTab.inAndOutTogether}
          placeholder={messages.shared.noLimit}
          min={0}
          max={1e12}
          allowDecimal={false}
          thousandSeparator=","
          w={320}
          value={tokens ?? ''}
          onChange={value => setTokens(typeof value === 'number' ? value : null)}
        />
        <Button disabled={tokens === limit} onClick={() => void save()}>
          {messages.shared.save}
        </Button>
      </Group>
    </Stack>
  );
}
