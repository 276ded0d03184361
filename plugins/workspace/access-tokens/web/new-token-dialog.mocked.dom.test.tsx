// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';

vi.mock('#core/kernel/web/index.ts', async original => ({
  ...(await original<object>()),
  useService: () => ({ api: { createAccessToken: async () => ({ token: 'loupe_secret=1' }) } }),
}));

let root: Root;
const onClose = vi.fn();
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  onClose.mockClear();
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <NewTokenDialog opened teamId={1} services={false} onClose={onClose} onMade={() => undefined} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
});
afterEach(() => act(async () => root.unmount()));

const press = (key: string): Promise<void> =>
  act(async () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
const button = (text: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find(each => each.textContent === text);

it('should be closed by Escape while there is no token', async () => {
  await press('Escape');
  expect(onClose).toHaveBeenCalledOnce();
});

it('should keep a new token on screen until the person is done with it', async () => {
  const name = document.querySelector<HTMLInputElement>('input[maxlength="60"]')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(name, 'Nightly');
    name.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => button('Create token')!.click());
  expect(document.body.textContent).toContain('loupe_secret=1');
  await press('Escape');
  expect(onClose).not.toHaveBeenCalled();
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  await act(async () => button('Done')!.click());
  expect(onClose).toHaveBeenCalledOnce();
});
