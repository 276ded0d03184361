import { Button, MantineProvider } from '@mantine/core';
import { act } from 'react';
import type { JSX } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import type { SendOptions } from './file-sender.tsx';
import { SendingFile, useFileSender } from './file-sender.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
stubMatchMedia();

let root: Root;
let call: SendOptions | undefined;
let refuse: (reason: Error) => void;
const page = (): HTMLElement => document.querySelector('main')!;
const press = (): Promise<void> => act(async () => page().querySelector('button')!.click());

/** Sends until it is refused or cancelled. */
const send = (options: SendOptions): Promise<void> =>
  new Promise((_, reject) => {
    call = options;
    refuse = reject;
    options.signal.addEventListener('abort', () => reject(new Error('Aborted')));
  });

function Dialog(): JSX.Element {
  const sender = useFileSender();
  if (sender.sending !== undefined) return <SendingFile sending={sender.sending} onCancel={sender.cancel} />;
  return <Button onClick={() => void sender.send('boxes.json', send)}>{sender.problem ?? 'Choose a file'}</Button>;
}

beforeEach(async () => {
  document.body.innerHTML = '<main></main>';
  root = createRoot(page());
  await act(async () =>
    root.render(
      <MantineProvider>
        <Dialog />
      </MantineProvider>,
    ),
  );
  await press();
});
afterEach(() => act(async () => root.unmount()));

it('should show how much of a file was sent, and the reason why it was refused', async () => {
  await act(async () => call!.onProgress(30, 120));
  expect(page().textContent).toContain('boxes.json');
  expect(page().querySelector('[role=progressbar]')!.getAttribute('aria-valuenow')).toBe('25');
  await act(async () => refuse(new Error('The file is too large')));
  expect(page().textContent).toContain('The file is too large');
});

it('should go back without a problem when it is cancelled', async () => {
  await press();
  expect(call!.signal.aborted).toBe(true);
  expect(page().textContent).toContain('Choose a file');
});
