import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { Transport } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { SecondStep } from './second-step.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
stubMatchMedia();

const challenge = { challenge: 'challenge of this sign-in', methods: ['SMS', 'RECOVERY'] } as const;
const send = vi.fn(async (..._call: readonly [{ readonly name: string }, unknown, unknown]): Promise<unknown> => ({}));
const answerChallenge = vi.fn(async (): Promise<void> => undefined);
const onDone = vi.fn();
const onCancel = vi.fn();
let place: HTMLElement;
let root: Root;

beforeEach(() => {
  const container = new Container();
  container.bind(Transport).toConstantValue({ send } as unknown as Transport);
  container.bind(SessionStore).toConstantValue({ answerChallenge } as unknown as SessionStore);
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  act(() =>
    root.render(
      <PluginScope container={container}>
        <MantineProvider>
          <QueryClientProvider client={new QueryClient()}>
            <SecondStep
              challenge={{ ...challenge, methods: [...challenge.methods] }}
              onDone={onDone}
              onCancel={onCancel}
            />
          </QueryClientProvider>
        </MantineProvider>
      </PluginScope>,
    ),
  );
});

afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.resetAllMocks();
});

const button = (text: string): HTMLButtonElement | undefined =>
  [...place.querySelectorAll('button')].find(each => each.textContent === text);
const press = (text: string): Promise<void> => act(async () => button(text)!.click());
const type = (text: string): void =>
  act(() => {
    const field = place.querySelector('input')!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('should sign in with the code of the text message', async () => {
  expect(place.textContent).toContain('sent to your phone');
  expect(place.querySelector('input')!.autocomplete).toBe('one-time-code');
  expect(button('Sign in')!.disabled).toBe(true);
  type('123456');
  await press('Sign in');
  expect(answerChallenge).toHaveBeenCalledExactlyOnceWith(challenge.challenge, 'SMS', '123456');
  expect(onDone).toHaveBeenCalledOnce();
});

it('should keep the step open after a wrong code, say why, and empty the field', async () => {
  answerChallenge.mockRejectedValueOnce(new Fault('CODE_WRONG', 'This code is not right.', { status: 401 }));
  type('000000');
  await press('Sign in');
  expect(place.querySelector('[role=alert]')!.textContent).toBe('This code is not right.');
  expect(place.querySelector('input')!.value).toBe('');
  expect([onDone.mock.calls, onCancel.mock.calls]).toEqual([[], []]);
});

it('should send another text message for the same sign-in, and say so', async () => {
  await press('Send a new code');
  expect(send).toHaveBeenCalledOnce();
  expect(send.mock.calls[0]![0].name).toBe('sendChallengeCode');
  expect(send.mock.calls[0]![2]).toMatchObject({ body: { challenge: challenge.challenge } });
  await vi.waitFor(() => expect(button('New code sent. Send another')).toBeDefined());
});

it('should lead back to the password when the time for the code is over', async () => {
  send.mockRejectedValueOnce(new Fault('CHALLENGE_EXPIRED', 'Sign in again.', { status: 401 }));
  await press('Send a new code');
  expect(onCancel).toHaveBeenCalledExactlyOnceWith('Sign in again.');
});

it('should take a recovery code instead, without offering a text message again', async () => {
  await press('Use a recovery code');
  expect(button('Send a new code')).toBeUndefined();
  expect(button('Use a text message')).toBeDefined();
  type('abcd-efgh');
  await press('Sign in');
  expect(answerChallenge).toHaveBeenCalledExactlyOnceWith(challenge.challenge, 'RECOVERY', 'abcd-efgh');
});
