import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { proxy } from 'valtio';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { AutomationsClient } from './automations-client.ts';
import { RunChart } from './run-chart.tsx';

const draw = drawnPage();

/** Draws the chart with these counts for the present hour. */
async function drawChart(
  counts: { readonly success: number; readonly failed: number } | undefined,
  filter: { readonly event?: string } = {},
): Promise<void> {
  const hour = new Date();
  hour.setMinutes(0, 0, 0);
  const data = counts === undefined ? [] : [{ t: hour.toISOString(), ...counts }];
  const container = new Container();
  container.bind(AutomationsClient).toConstantValue({ api: { automationCharts: async () => ({ data }) } } as never);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }) } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <RunChart filter={filter} />
      </PluginScope>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => act(async () => expect(document.querySelectorAll('ol > li')).toHaveLength(24)));
}

const shows = (text: string): boolean => document.body.textContent.includes(text);

it.each([undefined, { success: 0, failed: 0 }])(
  'should say that nothing has finished with the counts %o',
  async counts => {
    await drawChart(counts);
    expect(shows('No run has finished in this time.')).toBe(true);
  },
);

it('should say that nothing matches the filters', async () => {
  await drawChart(undefined, { event: 'ITEM_CREATED' });
  expect(shows('No run that has finished in this time matches these filters.')).toBe(true);
});

it('should say nothing beside bars', async () => {
  await drawChart({ success: 0, failed: 1 });
  expect(shows('No run')).toBe(false);
});
