import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { proxy } from 'valtio';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { drawnPage, press, shows } from '#tests/support/drawn-page.tsx';
import { ModelsClient } from '../models-client.ts';
import { BudgetTab } from './budget-tab.tsx';

const draw = drawnPage();

it('should limit the tokens of a month, or take the limit away, and show what is used of it', async () => {
  let limit: number | null = null;
  const putBudget = vi.fn(async ({ body }: { readonly body: { readonly monthly_tokens: number | null } }) => {
    limit = body.monthly_tokens;
  });
  const getBudget = async (): Promise<object> => ({
    month: '2026-02',
    monthly_tokens: limit,
    used_tokens: 5000,
    used_cost: 1.5,
    calls: 3,
  });
  const container = new Container();
  container.bind(ModelsClient).toConstantValue({ api: { getBudget, putBudget } } as never);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }), can: () => true } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <BudgetTab />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
  const change = (value: string): Promise<void> =>
    act(async () => {
      const field = document.querySelector<HTMLInputElement>('input[placeholder="No limit"]')!;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await shows('February 2026');
  await shows('5,000 tokens used, no limit');
  expect(document.querySelector('[role=progressbar]')).toBeNull();

  await change('20000');
  await press('Save');
  await shows('The budget is saved.');
  expect(putBudget).toHaveBeenLastCalledWith({ body: { monthly_tokens: 20_000 } });
  await shows('5,000 of 20,000 tokens used');
  expect(document.querySelector('[role=progressbar]')!.getAttribute('aria-valuenow')).toBe('25');

  await change('');
  await press('Save');
  await shows('5,000 tokens used, no limit');
  expect(putBudget).toHaveBeenLastCalledWith({ body: { monthly_tokens: null } });
});
