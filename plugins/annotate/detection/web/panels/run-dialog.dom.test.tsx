import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventStream, Transport } from '#core/api/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import type { Team } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ClassesClient } from '#plugins/workspace/classes/web/kit/index.ts';
import { ItemActions } from '#plugins/workspace/items/web/kit/index.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { DetectionClient } from '../detection-client.ts';
import { RunDialogStore } from '../run-dialog-store.ts';
import RunDialog from './run-dialog.tsx';

const CAR = { id: 5, name: 'Car', color: '#D7263D', type: 1, attribute_groups: [] };
const TAG = { id: 6, name: 'Night', color: '#1B998B', type: 2, attribute_groups: [] };

let root: Root;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  // Absent in jsdom; lists scroll to what is chosen.
  Element.prototype.scrollIntoView = () => undefined;
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main')!);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

/** Opens the dialog for two items. */
async function opened(labels: readonly string[]) {
  const change = vi.fn();
  const create = vi.fn(async ({ body }: { body: { classes: readonly { name: string }[] } }) =>
    body.classes.map(({ name }, at) => ({ id: 70 + at, name })),
  );
  const teams = new TeamStore(new Transport());
  teams.open({ id: 4, accesses: { actions: ['CreateClass'], action_groups: [] } } as unknown as Team);
  const store = new RunDialogStore();
  const container = new Container();
  container.bind(TeamStore).toConstantValue(teams);
  container.bind(RunDialogStore).toConstantValue(store);
  container.bind(ItemActions).toConstantValue({ change } as never);
  container.bind(EventStream).toConstantValue({ on: () => ({ dispose: () => undefined }) } as never);
  container
    .bind(DetectionClient)
    .toConstantValue({ api: { getDetector: async () => ({ detector: { model: 'street-1', labels } }) } } as never);
  container.bind(ClassesClient).toConstantValue({ api: { list: async () => ({ data: [CAR, TAG] }), create } } as never);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <PluginScope container={container}>
            <RunDialog context={{ projectId: 7 }} />
          </PluginScope>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await act(async () => store.ask({ ids: new Set([1, 2]) }));
  await act(async () => new Promise(resolve => setTimeout(resolve)));
  const button = (name: string): HTMLButtonElement =>
    [...document.querySelectorAll('button')].find(each => each.textContent === name)!;
  const field = (label: string): HTMLInputElement =>
    document.querySelector<HTMLInputElement>(`input[aria-label="Class for ${label}"]`)!;
  const choose = async (label: string, option: string): Promise<void> => {
    await act(async () => field(label).click());
    await act(async () => new Promise(resolve => setTimeout(resolve)));
    const found = [...document.querySelectorAll<HTMLElement>('[role=option]')].findLast(
      each => each.textContent === option,
    );
    await act(async () => found!.click());
  };
  const run = async (): Promise<void> => {
    await act(async () => button('Run').click());
    await act(async () => new Promise(resolve => setTimeout(resolve)));
  };
  return { change, create, button, field, choose, run };
}

it('should match labels to classes, make new classes for chosen ones, and leave the others out', async () => {
  const { change, create, field, choose, run } = await opened(['dog', 'car', 'night']);
  expect([...document.querySelectorAll('tbody tr')].map(each => each.querySelector('p')!.textContent)).toEqual([
    'car',
    'dog',
    'night',
  ]);
  expect([field('car').value, field('dog').value, field('night').value]).toEqual(['Car', 'Left out', 'Left out']);
  await choose('dog', 'New class “dog”');
  await run();
  expect(create.mock.calls[0]![0].body.classes).toMatchObject([{ name: 'dog', type: 1 }]);
  expect(change).toHaveBeenCalledWith(
    7,
    { ids: new Set([1, 2]) },
    { kind: 'predictions', value: { classes: { car: 5, dog: 70 }, confidence: 0.5, replace: true } },
  );
});

it('should not run without a class', async () => {
  const { change, button, choose } = await opened(['car']);
  await choose('car', 'Left out');
  expect(button('Run').disabled || button('Run').getAttribute('aria-disabled') === 'true').toBe(true);
  await act(async () => button('Run').click());
  expect(change).not.toHaveBeenCalled();
});
