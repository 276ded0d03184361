// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hasUnsavedForms } from '#core/ui/web/index.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import type { SingleSignOn } from '../common/api.ts';
import { ProviderForm } from './provider-form.tsx';

vi.mock('#core/kernel/web/index.ts', async original => ({ ...(await original<object>()), useService: () => ({}) }));

const state = {
  organization: { id: 1 },
  connection: null,
  redirect_uri: '',
  logout_uri: '',
  saml: { entity_id: '', acs_url: '', slo_url: '', encryption: null },
} as unknown as SingleSignOn;

let root: Root;
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  // Mantine sizes a textarea again when fonts are loaded, which jsdom knows nothing of.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  document.body.innerHTML = '<div></div>';
  root = createRoot(document.querySelector('div')!);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <ProviderForm state={state} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
});
afterEach(() => act(async () => root.unmount()));

it('should keep the unsaved fields of a protocol while the other one is looked at', async () => {
  const issuer = (): HTMLInputElement => document.querySelector<HTMLInputElement>('input[type=url]')!;
  const choose = (protocol: string): Promise<void> =>
    act(async () => document.querySelector<HTMLInputElement>(`input[value=${protocol}]`)!.click());
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(issuer(), 'https://login.test');
    issuer().dispatchEvent(new Event('input', { bubbles: true }));
  });
  await choose('saml');
  expect(issuer().closest('[hidden]')).not.toBeNull();
  expect(hasUnsavedForms()).toBe(true);
  await choose('oidc');
  expect([issuer().value, issuer().closest('[hidden]')]).toEqual(['https://login.test', null]);
});
