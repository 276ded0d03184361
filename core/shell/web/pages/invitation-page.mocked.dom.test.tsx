// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { proxy } from 'valtio';
import { afterEach, expect, it, vi } from 'vitest';
import { notFound } from '#core/base/common/index.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { InvitationPage } from './invitation-page.tsx';

const kept = vi.hoisted(() => ({ getInvitation: vi.fn() }));
vi.mock('#core/kernel/web/index.ts', async original => ({
  ...(await original<object>()),
  useService: () => ({ state: session, api: { getInvitation: kept.getInvitation } }),
}));
const session = proxy({ email: undefined });

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let root: Root;
afterEach(() => act(() => root.unmount()));

async function open(): Promise<void> {
  stubMatchMedia();
  document.body.innerHTML = '<div></div>';
  root = createRoot(document.querySelector('div')!);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <InvitationPage token="t" onDone={() => undefined} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}
const shows = (text: string): Promise<void> =>
  vi.waitFor(() => act(async () => expect(document.body.textContent).toContain(text)), { timeout: 20_000 });

it('should lead on from an invitation that was used', async () => {
  kept.getInvitation.mockRejectedValue(notFound('The invitation'));
  await open();
  await shows('was used, withdrawn or has expired');
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/');
});

it('should make no account without a first name', async () => {
  kept.getInvitation.mockResolvedValue({
    id: 'kim@north.test',
    email: 'kim@north.test',
    team_name: 'North',
    organization_name: 'North',
    invited_by: 'nora@north.test',
    has_account: false,
  });
  await open();
  await shows('Join North');
  const button = document.querySelector<HTMLButtonElement>('button[type=submit]')!;
  const type = (selector: string, value: string): Promise<void> =>
    act(async () => {
      const field = document.querySelector<HTMLInputElement>(selector)!;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await type('input[type=password]', 'a long passphrase 1');
  await type('input[autocomplete=given-name]', ' ');
  expect(button.disabled).toBe(true);
  await type('input[autocomplete=given-name]', 'Kim');
  expect(button.disabled).toBe(false);
});
