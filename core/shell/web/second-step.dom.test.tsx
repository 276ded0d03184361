import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { Fault } from '#core/base/common/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { SecondStep } from './second-step.tsx';

const challenge = { challenge: 'c'.repeat(20), methods: ['SMS', 'RECOVERY'] as const };
const send = vi.fn<(call: { readonly name: string }, args: unknown) => Promise<unknown>>();
const answerChallenge = vi.fn<(...args: readonly unknown[]) => Promise<void>>();
const onDone = vi.fn<() => void>();
const onCancel = vi.fn<(reason?: string) => void>();
let place: HTMLElement;
let root: Root;

const press = (name: string): Promise<void> =>
  act(async () => [...place.querySelectorAll('button')].find(each => each.textContent === name)!.click());

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  vi.resetAllMocks();
  send.mockResolvedValue({ success: true });
  answerChallenge.mockResolvedValue(undefined);
  const container = new Container();
  container.bind(Transport).toConstantValue({ send } as never);
  container.bind(SessionStore).toConstantValue({ answerChallenge } as never);
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <PluginScope container={container}>
            <SecondStep
              challenge={{ ...challenge, methods: [...challenge.methods] }}
              onDone={onDone}
              onCancel={onCancel}
            />
          </PluginScope>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
});
afterEach(() => act(async () => root.unmount()));

it('should answer with the code of a text message, and send a new one on request', async () => {
  expect(place.textContent).toContain('sent to your phone');
  await press('Send a new code');
  expect(send).toHaveBeenCalledOnce();
  expect(send.mock.calls[0]).toMatchObject([
    { name: 'sendChallengeCode' },
    { body: { challenge: challenge.challenge } },
  ]);
  const input = place.querySelector('input')!;
  expect([input.autocomplete, input.inputMode]).toEqual(['one-time-code', 'numeric']);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, '123456');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await press('Sign in');
  expect(answerChallenge).toHaveBeenCalledExactlyOnceWith(challenge.challenge, 'SMS', '123456');
  expect(onDone).toHaveBeenCalledOnce();
});

it('should return to the password with the reason once the time for the code is over', async () => {
  send.mockRejectedValue(new Fault('CHALLENGE_EXPIRED', 'Sign in again.', { status: 401 }));
  await press('Send a new code');
  expect(onCancel).toHaveBeenCalledExactlyOnceWith('Sign in again.');
});
