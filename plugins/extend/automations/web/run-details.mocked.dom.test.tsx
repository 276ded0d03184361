// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { RunDetails } from './run-details.tsx';

const kept = vi.hoisted(() => ({ service: undefined as unknown }));
vi.mock('#core/kernel/web/index.ts', async original => ({
  ...(await original<object>()),
  useService: () => kept.service,
  useTeam: () => ({ id: 1 }),
  useCan: () => true,
}));

it('should run again once by a double click', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  const run = {
    id: 3,
    state: 'COMPLETED',
    event: 'item c',
    subject: 'a.jpg',
    pipeline_id: 1,
    pipeline_name: 'Urgent',
    pipeline_version: 1,
    createdAt: 0,
    retry_of: null,
    context: {},
  };
  const repeatRun = vi.fn(async () => run);
  kept.service = { api: { getRun: async () => run, listTaskResults: async () => ({ data: [] }), repeatRun } };
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter>
            <RunDetails id={3} onOpen={() => undefined} />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  const again = await vi.waitFor(async () => {
    await act(async () => undefined);
    const found = [...place.querySelectorAll('button')].find(each => each.textContent === 'Run again');
    expect(found).toBeDefined();
    return found!;
  });
  await act(async () => {
    again.click();
    again.click();
  });
  expect(repeatRun).toHaveBeenCalledOnce();
  await act(async () => root.unmount());
});
