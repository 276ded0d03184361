import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { proxy } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { EventStream, Transport } from '#core/api/web/index.ts';
import { PluginScope, WebPluginHost } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ConfirmHost } from '#core/ui/web/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import { drawnPage, press } from '#tests/support/drawn-page.tsx';
import { ClassesClient } from '../kit/classes-client.ts';
import { classesKey } from '../kit/use-classes.ts';
import ClassesPage from './classes-page.tsx';

const draw = drawnPage();
const entry = (id: number, name: string, updatedAt = 'first'): object => ({
  id,
  name,
  color: '#1C7ED6',
  type: 1,
  shapes: [],
  attribute_groups: [],
  updatedAt,
});
const queries = new QueryClient();
let classes: readonly object[];

beforeEach(async () => {
  queries.clear();
  classes = [entry(1, 'Car'), entry(2, 'Person')];
  const container = new Container();
  container
    .bind(ClassesClient)
    .toConstantValue({
      api: { list: async () => ({ data: classes }), countUses: async () => ({ data: [] }) },
    } as never);
  container.bind(EventStream).toConstantValue({ on: () => ({ dispose: () => undefined }) } as never);
  container.bind(Transport).toConstantValue({} as never);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }), can: () => true } as never);
  container
    .bind(ProjectStore)
    .toConstantValue({ state: proxy({ project: { id: 5, type: 1, name: 'Streets' } }) } as never);
  container
    .bind(WebPluginHost)
    .toConstantValue({
      state: proxy({ enabled: {}, status: {} }),
      panels: () => [],
      subscribe: () => () => undefined,
    } as never);
  const router = createMemoryRouter([{ path: '*', element: <ClassesPage /> }]);
  await draw(
    <QueryClientProvider client={queries}>
      <PluginScope container={container}>
        <RouterProvider router={router} />
        <ConfirmHost />
      </PluginScope>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => act(async () => expect(name().value).toBe('Car')), { timeout: 10_000 });
});

const name = (): HTMLInputElement => document.querySelector<HTMLInputElement>('form input')!;
const choose = (text: string): Promise<void> =>
  act(async () =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')].find(each => each.textContent.includes(text))!.click(),
  );
const type = (text: string): Promise<void> =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(name(), text);
    name().dispatchEvent(new Event('input', { bubbles: true }));
  });

it('should ask before another class takes the place of changes that are not saved', async () => {
  await choose('Person');
  expect(name().value).toBe('Person');
  await type('Pedestrian');
  await choose('Car');
  await press('Cancel');
  expect(name().value).toBe('Pedestrian');
  await choose('Car');
  await press('Leave');
  expect(name().value).toBe('Car');
});

it('should keep changes that are not saved when somebody else saves the class, and say so', async () => {
  await type('Vehicle');
  classes = [entry(1, 'Auto', 'second'), entry(2, 'Person')];
  await act(() => queries.invalidateQueries({ queryKey: classesKey(5) }));
  await vi.waitFor(() =>
    act(async () =>
      expect(document.querySelector('form [role=status]')?.textContent).toContain('Somebody else changed this class.'),
    ),
  );
  expect(name().value).toBe('Vehicle');
  await press('Discard');
  expect(name().value).toBe('Auto');
});
