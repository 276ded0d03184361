import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { proxy } from 'valtio';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { SelectedItems } from '#plugins/workspace/items/web/kit/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { AutomationsClient } from '../automations-client.ts';
import { FireStore } from '../fire-store.ts';
import FireDialog from './fire-dialog.tsx';

const draw = drawnPage();

it('should move the focus to what comes up: the pipeline, then the button that closes the result', async () => {
  let answer = (_: object): void => undefined;
  const starts = {
    listStarts: () => new Promise(resolve => (answer = resolve)),
    startPipeline: async () => ({ event_id: 5 }),
    getStart: async () => ({
      state: 'done',
      runs: { pending: 0, running: 0, success: 1, failed: 0 },
      reason: null,
      run_id: null,
      pipeline_id: 1,
    }),
  };
  const store = new FireStore();
  const container = new Container();
  container.bind(AutomationsClient).toConstantValue({ starts } as never);
  container.bind(FireStore).toConstantValue(store);
  container.bind(SelectedItems).toConstantValue({ ids: async () => [1] } as never);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }), can: () => false } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <FireDialog context={{ projectId: 1 }} />
      </PluginScope>
    </QueryClientProvider>,
  );
  await act(async () => store.ask({ ids: new Set([1]) }));
  await vi.waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull());
  const start = { pipeline_id: 1, node_id: 'start', title: 'Night', description: '', fields: [] };
  await act(async () => answer({ data: [start] }));
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('role') ?? '').toBe('combobox'));
  await act(async () => document.activeElement!.closest('form')!.requestSubmit());
  await act(() => vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Close')));
});
