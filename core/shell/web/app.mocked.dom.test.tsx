// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { Container } from 'inversify';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { proxy } from 'valtio';
import { afterEach, expect, it, vi } from 'vitest';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { App } from './app.tsx';
import type { Workbench } from './workbench.ts';

const drawn = vi.hoisted(() => ({ page: () => null }));
vi.mock('./pages/sign-in-page.tsx', () => ({ SignInPage: drawn.page }));
vi.mock('./pages/reset-password-page.tsx', () => ({ ResetPasswordPage: drawn.page }));
vi.mock('./pages/invitation-page.tsx', () => ({ InvitationPage: drawn.page }));

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let root: Root;
afterEach(() => act(() => root.unmount()));

it.each([
  ['/', 'Sign in · Loupe'],
  ['/t/4/projects', 'Sign in · Loupe'],
  ['/reset-password', 'Reset your password · Loupe'],
  ['/invite/abc', 'Invitation · Loupe'],
])('should title the tab of %s as %s for people who are not signed in', async (path, title) => {
  stubMatchMedia();
  document.title = 'Loupe';
  document.body.innerHTML = '<div></div>';
  history.replaceState(undefined, '', path);
  const workbench = {
    container: new Container(),
    maintenance: { state: proxy({ shut: false, notice: undefined }) },
    session: { state: proxy({ status: 'signed-out', expired: false, viewing: undefined }) },
    state: proxy({ ready: false, version: 0 }),
    start: async () => undefined,
  } as unknown as Workbench;
  root = createRoot(document.querySelector('div')!);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <App workbench={workbench} routers={undefined as never} />
      </MantineProvider>,
    ),
  );
  expect(document.title).toBe(title);
});
