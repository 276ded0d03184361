import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toast } from './toast.tsx';
import { stubMatchMedia } from '#tests/support/match-media.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  stubMatchMedia();
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  act(() =>
    root.render(
      <MantineProvider env="test">
        <Notifications position="bottom-center" limit={3} />
      </MantineProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const texts = (): readonly string[] =>
  [...document.querySelectorAll('[role="status"], [role="alert"]')].map(each => each.textContent ?? '');

it('should show one message at a time, the newest', async () => {
  act(() => toast('First'));
  act(() => toast('Second', { tone: 'error' }));
  await expect.poll(texts).toEqual(['Second']);
});

it('should set the place of messages above the controls of the page', () => {
  const bar = document.createElement('button');
  bar.getBoundingClientRect = () => new DOMRect(0, window.innerHeight - 40, window.innerWidth, 30);
  document.body.append(bar);
  act(() => toast('Saved.'));
  expect(document.documentElement.style.getPropertyValue('--loupe-toast-bottom')).toBe('48px');
});
