import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import type { JSX } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { DialogForm, ReadOnlyReason } from './dialog-form.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
stubMatchMedia();
let root: ReturnType<typeof createRoot>;

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

function draw(form: JSX.Element): HTMLButtonElement {
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  act(() =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <ReadOnlyReason value="Nothing can be changed.">{form}</ReadOnlyReason>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  return place.querySelector<HTMLButtonElement>('button[type=submit]')!;
}

it('should not be sent where nothing can be changed, and say why beside its button', () => {
  const save = vi.fn(() => Promise.resolve());
  const button = draw(
    <DialogForm action="Save" onSubmit={save}>
      {undefined}
    </DialogForm>,
  );
  expect(button.disabled).toBe(true);
  expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toBe(
    'Nothing can be changed.',
  );
  act(() => button.form!.requestSubmit());
  expect(save).not.toHaveBeenCalled();
});

it('should be sent there all the same when it only reads', async () => {
  const check = vi.fn(() => Promise.resolve());
  const button = draw(
    <DialogForm action="Check" reads onSubmit={check}>
      {undefined}
    </DialogForm>,
  );
  await act(async () => button.click());
  expect(check).toHaveBeenCalledOnce();
});

it('should be sent once when it is submitted twice in a row, and again after a failure', async () => {
  let refuse: (reason: Error) => void = () => undefined;
  const save = vi.fn(() => new Promise<void>((_, reject) => (refuse = reject)));
  const button = draw(
    <DialogForm action="Save" reads onSubmit={save}>
      {undefined}
    </DialogForm>,
  );
  const press = (): Promise<void> =>
    act(async () => {
      button.form!.requestSubmit();
      button.form!.requestSubmit();
    });
  await press();
  expect(save).toHaveBeenCalledTimes(1);
  await act(async () => refuse(new Error('The name is taken.')));
  await press();
  expect(save).toHaveBeenCalledTimes(2);
});
