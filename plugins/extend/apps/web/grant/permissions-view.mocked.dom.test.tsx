// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AppView } from '../../common/app.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { PermissionsView } from './permissions-view.tsx';

// The app once asked for comments, which were allowed.
const app = {
  id: 4,
  asks: { capabilities: ['annotations.read', 'commands'], hosts: [], commands: ['Greet'] },
  grant: { capabilities: ['comments.read'], hosts: [], open: [] },
} as unknown as AppView;

vi.mock('#core/kernel/web/index.ts', async original => ({
  ...(await original<object>()),
  useTeam: () => ({ id: 1 }),
  useAddressOf: () => (address: string) => address,
  useService: () => ({
    api: { getApp: async () => app, listCalls: async () => ({ data: [] }) },
    words: { listRoles: async () => ({ data: [] }) },
  }),
}));

let root: Root;
const unsaved = vi.fn();
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <PermissionsView app={app} store={async () => undefined} onChange={() => undefined} onUnsaved={unsaved} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
});
afterEach(() => act(async () => root.unmount()));

it('should say when a permission is set that would be lost, and when it no longer is', async () => {
  expect(unsaved).toHaveBeenLastCalledWith(false);
  await act(async () => document.querySelector<HTMLInputElement>('input[role=switch]')!.click());
  expect(unsaved).toHaveBeenLastCalledWith(true);
  const discard = [...document.querySelectorAll('button')].find(each => each.textContent === 'Discard')!;
  await act(async () => discard.click());
  expect(unsaved).toHaveBeenLastCalledWith(false);
});

it('should name the commands that the app asks for', () => {
  expect(document.body.textContent).toContain('Add entries to the command palette and to menus: “Greet”');
});
