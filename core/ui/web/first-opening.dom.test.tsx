import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import type { JSX } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Modal } from './first-opening.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let drawn: number;
const Inside = (): JSX.Element => {
  drawn++;
  return <input aria-label="inside" data-autofocus />;
};
const page = (opened: boolean): JSX.Element => (
  <MantineProvider env="test">
    <button type="button">outside</button>
    <Modal opened={opened} onClose={() => undefined}>
      <Inside />
    </Modal>
  </MantineProvider>
);

let root: ReturnType<typeof createRoot>;
const draw = (opened: boolean): Promise<void> => act(async () => root.render(page(opened)));

beforeEach(() => {
  drawn = 0;
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

it('should draw nothing before the first opening, and close and open after', async () => {
  const parts = (): number => document.querySelectorAll('.mantine-Modal-root').length;
  await draw(false);
  expect([parts(), drawn]).toEqual([0, 0]);
  await draw(true);
  expect(document.querySelector('[role=dialog] input')).not.toBeNull();
  await draw(false);
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await draw(true);
  expect(document.querySelector('[role=dialog] input')).not.toBeNull();
});

it('should give the focus back at its first closing', async () => {
  await draw(false);
  const button = document.querySelector('button')!;
  button.focus();
  await draw(true);
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('inside');
  await draw(false);
  await expect.poll(() => document.activeElement).toBe(button);
});
