// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { invalidField } from '#core/base/common/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import SecurityPage from './security-page.tsx';

const policy = {
  organization: { id: 1, name: 'North' },
  second_step: false,
  session_hours: null,
  networks: [],
  password_length: null,
  version: 1,
  own_address: '127.0.0.1',
  people: { all: 2, without_second_step: 1 },
};

let root: Root;
/** Answers reach the screen some turns after they are given. */
const eventually = (look: () => void): Promise<void> => vi.waitFor(() => act(async () => look()), { timeout: 10_000 });
const send = vi.fn();
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  // Mantine sizes a textarea again when fonts are loaded, which jsdom knows nothing of.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  document.body.innerHTML = '<div></div>';
  root = createRoot(document.querySelector('div')!);
  send.mockReset();
  send.mockResolvedValueOnce(policy);
  const container = new Container();
  container.bind(Transport).toConstantValue({ send, call: send } as never);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <PluginScope container={container}>
            <MemoryRouter initialEntries={['/org/1']}>
              <Routes>
                <Route path="/org/:organizationId" element={<SecurityPage />} />
              </Routes>
            </MemoryRouter>
          </PluginScope>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await eventually(() => expect(document.querySelector('textarea')).not.toBeNull());
});
afterEach(() => act(async () => root.unmount()));

const type = (field: HTMLTextAreaElement | HTMLInputElement, value: string): Promise<void> =>
  act(async () => {
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('should show at its field why a network is refused, until it is changed', async () => {
  const networks = document.querySelector('textarea')!;
  const problem = (): string | undefined => document.querySelector('.mantine-InputWrapper-error')?.textContent;
  await type(networks, 'here');
  send.mockRejectedValueOnce(invalidField('networks.0', '“here” is not a network such as 203.0.113.0/24'));
  await act(async () => document.querySelector<HTMLButtonElement>('button[type=submit]')!.click());
  await eventually(() => expect(problem()).toBe('“here” is not a network such as 203.0.113.0/24.'));
  await type(networks, '127.0.0.1');
  await eventually(() => expect(problem()).toBeUndefined());
});

it('should keep a session length outside of the limits as it is typed, name the limits, and not save it', async () => {
  const [hours] = document.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])');
  const save = document.querySelector<HTMLButtonElement>('button[type=submit]')!;
  await act(async () => hours!.focus());
  await type(hours!, '500');
  await act(async () => hours!.blur());
  expect([hours!.value, save.disabled, document.querySelector('.mantine-InputWrapper-error')?.textContent]).toEqual([
    '500',
    true,
    'Enter a number from 1 to 336, or leave the field empty.',
  ]);
});
