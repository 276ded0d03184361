// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventStream, Transport } from '#core/api/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { confirm } from '#core/ui/web/index.ts';
import type { OrganizationPlugin } from '../common/organization-api.ts';
import { listedPlugin } from './listed-plugin.support.ts';
import { PluginSwitches } from './plugin-switches.tsx';
import { stubMatchMedia } from '#tests/support/match-media.ts';

vi.mock('#core/ui/web/index.ts', async original => ({
  ...(await original<object>()),
  toast: vi.fn(),
  confirm: vi.fn(),
}));

const plugin = (id: string): OrganizationPlugin => ({
  ...listedPlugin,
  id,
  title: id,
  outside: false,
  choice: 'default',
  switchable: true,
});
const listed = {
  organization: { id: 1, name: 'North' },
  mayWithhold: false,
  data: [
    plugin('ping'),
    plugin('pong'),
    { ...plugin('kept'), choice: 'withheld', enabled: false, switchable: false } as const,
  ],
};
const answers: Readonly<Record<string, unknown>> = {
  listOrganizationPlugins: listed,
  previewSwitch: { goes: ['ping', 'echo'], comes: [] },
  switchPlugin: listed,
};
const send = vi.fn(async ({ name }: { readonly name: string }) => answers[name]);
let receive = (_message: { readonly type: string }): void => undefined;
const events = {
  onMessage: (listener: typeof receive) => {
    receive = listener;
    return {
      dispose: () => {
        receive = () => undefined;
      },
    };
  },
};
let place: HTMLElement;
let root: Root;

const settle = (): Promise<void> =>
  act(async () => {
    await new Promise(resolve => setTimeout(resolve, 30));
  });
const asked = (name: string): number => send.mock.calls.filter(([call]) => call.name === name).length;
const off = (id: string): HTMLInputElement =>
  [...place.querySelectorAll<HTMLInputElement>(`[aria-label="Choice for ${id}"] input`)].find(
    each => each.value === 'off',
  )!;

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  } as never;
  vi.clearAllMocks();
  vi.mocked(confirm).mockResolvedValue(true);
  const container = new Container();
  container.bind(Transport).toConstantValue({ send } as never);
  container.bind(EventStream).toConstantValue(events as never);
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  const router = createMemoryRouter([{ path: '/', element: <PluginSwitches organizationId={1} /> }]);
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <PluginScope container={container}>
            <RouterProvider router={router} />
          </PluginScope>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await settle();
});
afterEach(() => act(async () => root.unmount()));

it('should ask about one choice at a time, though two are clicked before anything is drawn', async () => {
  await act(async () => {
    off('ping').click();
    off('pong').click();
  });
  await settle();
  expect([asked('previewSwitch'), vi.mocked(confirm).mock.calls.length, asked('switchPlugin')]).toEqual([1, 1, 1]);
});

it('should be busy while a choice is asked about, and free when it was cancelled', async () => {
  let answer = (_yes: boolean): void => undefined;
  vi.mocked(confirm).mockReturnValue(
    new Promise(resolve => {
      answer = resolve;
    }),
  );
  await act(async () => off('ping').click());
  await settle();
  expect([off('ping').disabled, off('pong').disabled]).toEqual([true, true]);
  await act(async () => answer(false));
  await settle();
  expect([off('pong').disabled, asked('switchPlugin')]).toEqual([false, 0]);
});

it('should ask again for the plugins when somebody else switches one', async () => {
  expect(asked('listOrganizationPlugins')).toBe(1);
  await act(async () => receive({ type: 'job' }));
  await settle();
  expect(asked('listOrganizationPlugins')).toBe(1);
  await act(async () => receive({ type: 'plugins' }));
  await settle();
  expect(asked('listOrganizationPlugins')).toBe(2);
});

it('should show what is withheld, and let nobody but a super-admin choose it', async () => {
  const labels = (id: string): string[] =>
    [...place.querySelectorAll<HTMLInputElement>(`[aria-label="Choice for ${id}"] input`)].map(
      each => `${each.value}${each.checked ? '*' : ''}${each.disabled ? '-' : ''}`,
    );
  expect(labels('ping')).toEqual(['default*', 'on', 'off']);
  expect(labels('kept')).toEqual(['default-', 'on-', 'off-', 'withheld*-']);
  send.mockImplementation(async ({ name }) =>
    name === 'listOrganizationPlugins' ? { ...listed, mayWithhold: true } : answers[name],
  );
  await act(async () => receive({ type: 'plugins' }));
  await settle();
  expect(labels('ping')).toEqual(['default*', 'on', 'off', 'withheld']);
  send.mockImplementation(async ({ name }) => answers[name]);
});
