import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { proxy } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ConfirmHost } from '#core/ui/web/index.ts';
import { drawnPage, press, shows } from '#tests/support/drawn-page.tsx';
import type { AppView } from '../../common/app.ts';
import { AppKeys } from '../app-keys.ts';
import { AppsClient } from '../apps-client.ts';
import AppsPage from './apps-page.tsx';

const draw = drawnPage();
let apps: AppView[];
const api = {
  searchApps: vi.fn(async () => ({ data: apps, total_count: apps.length })),
  importApp: vi.fn(async (_: object) => ({ id: 9 })),
  exportApp: vi.fn(async (_: object) => ({ blob: async () => new Blob(['zip']) })),
  setAppState: vi.fn(async ({ body }: { readonly body: object }) => {
    apps = apps.map(each => ({ ...each, ...body }));
  }),
  deleteApp: vi.fn(async (_: object) => {
    apps = [];
  }),
};
const params = { team_id: 1, app_id: 4 };
let router: ReturnType<typeof createMemoryRouter>;

beforeEach(async () => {
  vi.clearAllMocks();
  apps = [
    {
      id: 4,
      name: 'Clock',
      description: 'Shows the time',
      icon: 'apps',
      state: 'published',
      version: 2,
      mounts: [{ place: 'team.page' }],
      author: 'nora@north.test',
      publishedAt: null,
      errors24h: 0,
    } as unknown as AppView,
  ];
  const container = new Container();
  container.bind(AppsClient).toConstantValue({ api } as never);
  container.bind(AppKeys).toConstantValue(new AppKeys());
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }), can: () => true } as never);
  router = createMemoryRouter([{ path: '*', element: <AppsPage /> }]);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <RouterProvider router={router} />
        <ConfirmHost />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
  await shows('Clock');
});

const choose = async (action: string): Promise<void> => {
  await press('Actions of Clock');
  await press(action, '[role=menuitem]');
};

it('should switch an app off and on again, and say so', async () => {
  await choose('Switch off');
  expect(api.setAppState).toHaveBeenLastCalledWith({ params, body: { state: 'disabled' } });
  await shows('Clock is off: nobody can open it.');
  await choose('Switch on');
  expect(api.setAppState).toHaveBeenLastCalledWith({ params, body: { state: 'published' } });
});

it('should delete an app after a question only', async () => {
  await choose('Delete');
  await press('Cancel');
  expect(api.deleteApp).not.toHaveBeenCalled();
  await choose('Delete');
  await press('Delete');
  expect(api.deleteApp).toHaveBeenCalledExactlyOnceWith({ params });
  await shows('Clock is deleted.');
  await shows('Write screens of your own');
});

it('should hand out an app as an archive, and lead to one that was imported', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:app', revokeObjectURL: () => undefined });
  const handed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await choose('Export');
  expect(api.exportApp).toHaveBeenCalledExactlyOnceWith({ params });
  await vi.waitFor(() => expect(handed.mock.contexts).toMatchObject([{ download: 'Clock.zip' }]));
  handed.mockRestore();
  const file = new File(['zip'], 'clock.zip');
  await act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    Object.defineProperty(input, 'files', { configurable: true, value: [file] });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(api.importApp).toHaveBeenCalledExactlyOnceWith({ params: { team_id: 1 }, body: file });
  expect(router.state.location.pathname).toBe('/t/1/apps/9/edit');
});
