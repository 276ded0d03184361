import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import type { JSX } from 'react';
import { expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { Fault } from '#core/base/common/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage, press, shows } from '#tests/support/drawn-page.tsx';
import { InstallerPage } from './installer-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

const draw = drawnPage();
const send = vi.fn(
  async (..._call: readonly [unknown, { readonly path: string }, unknown]): Promise<unknown> => undefined,
);

function open(page: JSX.Element, answer: () => Promise<unknown>): Promise<void> {
  send.mockReset().mockImplementation(answer);
  const container = new Container();
  container.bind(Transport).toConstantValue({ send } as unknown as Transport);
  container.bind(SessionStore).toConstantValue({} as unknown as SessionStore);
  return draw(
    <PluginScope container={container}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {page}
      </QueryClientProvider>
    </PluginScope>,
  );
}
const nothing = (): void => undefined;

it('should ask for a link to set a new password, and say nothing of the address it goes to', async () => {
  await open(<ResetPasswordPage token={undefined} onDone={nothing} />, async () => ({ success: true }));
  await shows('Reset your password');
  await act(async () => {
    const field = document.querySelector<HTMLInputElement>('input[type=email]')!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'nina@north.test');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await press('Send link');
  await shows('If there is an account for nina@north.test, a link is on its way.');
  expect(send.mock.calls.map(([, { path }, args]) => [path, args])).toEqual([
    ['/password-reset', { body: { email: 'nina@north.test' } }],
  ]);
});

it('should lead on from a link that was used', async () => {
  const used = new Fault('LINK_EXPIRED', 'This link was used or has expired.', { status: 404 });
  await open(<ResetPasswordPage token={'t'.repeat(43)} onDone={nothing} />, () => Promise.reject(used));
  await shows('This link was used or has expired.');
  expect(document.querySelector('a[href="/reset-password"]')?.textContent).toBe('Ask for a new link');
});

it('should say that an installation is set up, and lead to sign-in', async () => {
  await open(<InstallerPage onDone={nothing} />, async () => ({ open: false, needsCode: false }));
  await shows('This installation is set up.');
  expect(document.querySelector('a[href="/"]')?.textContent).toBe('Go to sign-in');
});
