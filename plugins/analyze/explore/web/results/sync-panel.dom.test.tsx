import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventStream } from '#core/api/web/index.ts';
import type { JobView } from '#core/kernel/common/index.ts';
import { KernelClient, PluginScope } from '#core/kernel/web/index.ts';
import { ExploreClient } from '../explore-client.ts';
import { SyncPanel } from './sync-panel.tsx';
import { stubMatchMedia } from '#tests/support/match-media.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
stubMatchMedia();

const ID = '3f1c2b4a-0000-4000-8000-000000000001';
const job: JobView = {
  id: ID,
  plugin: 'explore',
  name: 'sync',
  title: 'Prepare a project for Explore',
  state: 'IN_PROGRESS',
  done: 100,
  total: 900,
  text: null,
  result: null,
  error: null,
  cancelRequested: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
};

let root: Root;
let emit: ((message: unknown) => void) | undefined;
const syncProject = vi.fn();
const cancelJob = vi.fn(async () => ({ success: true }));
const ready = vi.fn();

beforeEach(async () => {
  vi.clearAllMocks();
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main')!);
  const container = new Container();
  container.bind(ExploreClient).toConstantValue({ searches: { syncProject } } as never);
  container.bind(KernelClient).toConstantValue({ api: { getJob: async () => job, cancelJob } } as never);
  container.bind(EventStream).toConstantValue({
    onMessage: (listener: typeof emit) => {
      emit = listener;
      return {
        dispose: () => {
          emit = undefined;
        },
      };
    },
  } as never);
  syncProject.mockResolvedValue({ state: 'running', progress: { done: 100, total: 900 }, job_id: ID });
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <PluginScope container={container}>
            <SyncPanel projectId={5} onReady={ready} />
          </PluginScope>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await shows('100 of 900');
});
afterEach(() => act(() => root.unmount()));

const text = (): string => document.querySelector('main')!.textContent ?? '';
const shows = (part: string): Promise<void> => vi.waitFor(() => act(async () => expect(text()).toContain(part)));
const press = (name: string): Promise<void> =>
  act(async () => [...document.querySelectorAll('button')].find(each => each.textContent === name)!.click());
const emitJob = (now: Partial<JobView>): Promise<void> =>
  act(async () => emit!({ type: 'job', job: { ...job, ...now } }));

it('should show how far a project is prepared, and say once that it is', async () => {
  expect(text()).toContain('Preparing this project for Explore');
  await emitJob({ done: 900 });
  await shows('900 of 900');
  expect(ready).not.toHaveBeenCalled();
  await emitJob({ state: 'COMPLETED', done: 900, finishedAt: '2026-01-01T00:01:00.000Z' });
  await vi.waitFor(() => expect(ready).toHaveBeenCalledOnce());
});

it('should stop when asked, and begin again only when asked', async () => {
  await press('Stop');
  expect(cancelJob).toHaveBeenCalledWith({ params: { job_id: ID } });
  await emitJob({
    state: 'FAILED',
    error: { code: 'CANCELED', message: 'It was stopped.' },
    finishedAt: '2026-01-01T00:01:00.000Z',
  });
  await shows('This project is not prepared for Explore');
  await shows('It was stopped.');
  expect(syncProject).toHaveBeenCalledOnce();
  syncProject.mockResolvedValue({ state: 'ready', progress: { done: 0, total: 0 }, job_id: null });
  await press('Prepare');
  expect(syncProject).toHaveBeenCalledTimes(2);
  await vi.waitFor(() => expect(ready).toHaveBeenCalledOnce());
});
