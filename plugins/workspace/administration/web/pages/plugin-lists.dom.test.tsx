import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import type { JSX } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { EventStream, Transport } from '#core/api/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { ConfirmHost } from '#core/ui/web/index.ts';
import { drawnPage, press, shows } from '#tests/support/drawn-page.tsx';
import type { OrganizationPlugin } from '../../common/organization-api.ts';
import type { InstalledPlugin } from '../../common/plugins-api.ts';
import { AdminClient } from '../admin-client.ts';
import { listedPlugin } from '../listed-plugin.support.ts';
import OrganizationPluginsPage from './organization-plugins-page.tsx';
import PluginsPage from './plugins-page.tsx';

const page = drawnPage();
const inNorth = { ...listedPlugin, outside: false, choice: 'default', switchable: true } as const;
const operation = { name: 'a', method: 'GET', path: '/api/v1/categories', summary: 'All', access: 'project-member' };
const organizationPlugins: OrganizationPlugin[] = [
  {
    ...inNorth,
    id: 'categories',
    title: 'Categories',
    requiredBy: ['task-requests'],
    operations: [operation, operation],
  },
  { ...inNorth, id: 'task-requests', title: 'Task requests', requires: ['categories'] },
  {
    ...inNorth,
    id: 'work-schedules',
    title: 'Work schedules',
    enabled: false,
    switchable: false,
    reason: 'Left out by the operator of this installation',
  },
];
const calls = {
  listOrganizationPlugins: () => ({
    organization: { id: 1, name: 'North' },
    mayWithhold: true,
    data: organizationPlugins,
  }),
  previewSwitch: () => ({ goes: ['Categories', 'Task requests'], comes: [] }),
  switchPlugin: () => ({
    organization: { id: 1, name: 'North' },
    mayWithhold: true,
    data: organizationPlugins.map(each => (each.id === 'work-schedules' ? each : { ...each, enabled: false })),
  }),
};
const send = vi.fn(async ({ name }: { readonly name: keyof typeof calls }) => calls[name]());

const installed: InstalledPlugin = {
  ...listedPlugin,
  folder: null,
  choices: { on: 0, off: 0 },
  id: 'keys',
  title: 'Keys',
};
const thrown = {
  at: '2031-05-01T08:00:00.000Z',
  side: 'server' as const,
  where: 'start',
  message: 'this plugin is broken',
  stack: 'at /plugins/broken-server/server.js:1:1',
  version: null,
};
const plugins = [
  installed,
  {
    ...installed,
    id: 'broken-server',
    title: 'Broken server',
    folder: 'broken-server',
    failed: true,
    enabled: false,
    faults: [thrown],
    faultCount: 1,
  },
  {
    ...installed,
    id: 'torn-page',
    title: 'Torn page',
    folder: 'torn-page',
    faults: [
      {
        ...thrown,
        side: 'browser' as const,
        where: 'page page',
        message: 'this page <b>cannot</b> be drawn',
        version: '0.3.0',
      },
    ],
    faultCount: 3,
  },
];

async function draw(content: JSX.Element, path = '/'): Promise<void> {
  const container = new Container();
  container.bind(Transport).toConstantValue({ send } as never);
  container.bind(EventStream).toConstantValue({ onMessage: () => ({ dispose: () => undefined }) } as never);
  const refused = [{ folder: 'not-a-plugin', reason: 'It has no plugin.json.' }];
  const api = { listInstalledPlugins: async () => ({ data: plugins, refused }) };
  container.bind(AdminClient).toConstantValue({ plugins: api } as never);
  const router = createMemoryRouter([{ path: '/*', element: content }], { initialEntries: [path] });
  await page(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <RouterProvider router={router} />
        <ConfirmHost />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
}
beforeEach(() => void send.mockClear());

const row = (title: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('tbody tr')].find(each => each.textContent.startsWith(`${title} `))!;
const choice = (title: string, value: string): HTMLInputElement =>
  document.querySelector(`[aria-label="Choice for ${title}"] input[value="${value}"]`)!;

it('should lead an owner from the numbers of a plugin to what it adds, and on to what requires it', async () => {
  await draw(<OrganizationPluginsPage />, '/org/1/plugins');
  await shows('Plugins of North');
  await press('Details of Categories: 2 calls');
  await shows('GET /api/v1/categories', '[role=dialog] section[aria-label=Calls]');
  await press('Task requests', '[role=dialog] button');
  await shows('task-requests', '[role=dialog] header');
});

it('should say why a plugin is off, and offer no choice of one that the operator left out', async () => {
  await draw(<OrganizationPluginsPage />, '/org/1/plugins');
  await shows('Left out by the operator of this installation', 'table');
  expect(row('Work schedules').textContent).toContain('Left out by the operator of this installation');
  expect([choice('Work schedules', 'on').disabled, choice('Categories', 'on').disabled]).toEqual([true, false]);
});

it('should name what goes with a plugin before it is switched off, and say afterwards that it is off', async () => {
  await draw(<OrganizationPluginsPage />, '/org/1/plugins');
  await shows('Plugins of North');
  await act(async () => choice('Categories', 'off').click());
  await shows('This also disables Task requests for North.', '[role=dialog]');
  await press('Cancel', '[role=dialog] button');
  await vi.waitFor(() => act(async () => expect(choice('Categories', 'off').disabled).toBe(false)));
  expect(send.mock.calls.map(([{ name }]) => name)).not.toContain('switchPlugin');
  await act(async () => choice('Categories', 'off').click());
  await press('Switch off 2 plugins', '[role=dialog] button');
  await shows('Categories is off for North from the next call on.');
  expect(send.mock.calls.find(([{ name }]) => name === 'switchPlugin')).toMatchObject([
    { name: 'switchPlugin' },
    {},
    { params: { plugin: 'categories' }, body: { choice: 'off' } },
  ]);
});

it('should show a super-admin what was refused, what comes from outside, and why it did not start', async () => {
  await draw(<PluginsPage />);
  await shows('“not-a-plugin” failed to load');
  await shows('It has no plugin.json.');
  expect(row('Keys')).toBeDefined();
  await act(async () => document.querySelector<HTMLInputElement>('input[value=outside]')!.click());
  expect(row('Keys')).toBeUndefined();
  expect(row('Broken server').textContent).toContain('Did not start');
  await press(/^Details of Broken server/);
  await shows('It did not start', '[role=dialog]');
  await shows('this plugin is broken. It is disabled for everyone', '[role=dialog] [role=alert]');
  await shows('broken-server/server.js', '[role=dialog] section[aria-label=Faults]');
});

it('should show the fault of a page as text, with its version and with all that were not kept', async () => {
  await draw(<PluginsPage />, '/?plugin=torn-page');
  const faults = '[role=dialog] section[aria-label=Faults]';
  await shows('this page <b>cannot</b> be drawn', faults);
  expect(document.querySelector(`${faults} b`)).toBeNull();
  await shows('In the browser · page page · Version 0.3.0', faults);
  await shows('the last 1 are kept', faults);
  expect(row('Torn page').textContent).toContain('3 faults');
});
