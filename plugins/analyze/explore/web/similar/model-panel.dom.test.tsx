import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { EventStream } from '#core/api/web/index.ts';
import { KernelClient, PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { ExploreClient } from '../explore-client.ts';
import { MeasurePanel } from '../quality/measure-panel.tsx';
import { ModelPanel } from './model-panel.tsx';

const FAILED = '3f1c2b4a-0000-4000-8000-000000000001';
const RUNNING = '3f1c2b4a-0000-4000-8000-000000000002';
const draw = drawnPage();

const text = (): string => document.body.textContent;
const shows = (part: string): Promise<void> => vi.waitFor(() => act(async () => expect(text()).toContain(part)));

/** The state of a project whose pictures are neither measured nor compared. */
const stateWith = (state: 'needed' | 'running', job_id: string): object => {
  const own = { state, progress: { done: 3, total: 90 }, job_id };
  return { ...own, embeddings: { ...own, provider: 'ResNet50', reason: null } };
};

it.each([
  ['comparing pictures', ModelPanel, '3 of 90 pictures and objects are done.'],
  ['measuring pictures', MeasurePanel, '3 of 90 pictures are measured.'],
])('should show why %s failed, and try again', async (_, Panel, progress) => {
  const similarity = {
    similarityStatus: async () => stateWith('needed', FAILED),
    syncSimilarity: vi.fn(async () => stateWith('running', RUNNING)),
  };
  const job = { done: 3, total: 90, text: null, result: null, cancelRequested: false };
  const jobs = {
    [FAILED]: {
      ...job,
      state: 'FAILED',
      error: { code: 'FAILED', message: 'The disk is full.' },
      finishedAt: '2026-01-01',
    },
    [RUNNING]: { ...job, state: 'IN_PROGRESS', error: null, finishedAt: null },
  };
  const container = new Container();
  container.bind(ExploreClient).toConstantValue({ similarity } as never);
  container
    .bind(KernelClient)
    .toConstantValue({
      api: { getJob: async ({ params }: { params: { job_id: keyof typeof jobs } }) => jobs[params.job_id] },
    } as never);
  container.bind(EventStream).toConstantValue({ onMessage: () => ({ dispose: () => undefined }) } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <Panel projectId={5} onReady={() => undefined} />
      </PluginScope>
    </QueryClientProvider>,
  );
  await shows('The disk is full.');
  await shows(progress);
  const again = [...document.querySelectorAll('button')].find(each => each.textContent === 'Try again')!;
  await act(async () => again.click());
  expect(similarity.syncSimilarity).toHaveBeenCalledOnce();
  await shows('Stop');
  expect(text()).not.toContain('The disk is full.');
});
