import { MantineProvider, Menu } from '@mantine/core';
import { act, useState } from 'react';
import type { JSX } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Modal } from './first-opening.tsx';
import { RowMenu } from './row-menu.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function Row(): JSX.Element {
  const [opened, setOpened] = useState(false);
  return (
    <MantineProvider env="test">
      <RowMenu of="First">
        <Menu.Item onClick={() => setOpened(true)}>Rename</Menu.Item>
      </RowMenu>
      <Modal opened={opened} onClose={() => setOpened(false)} closeButtonProps={{ 'aria-label': 'Close' }}>
        <input aria-label="Name" data-autofocus />
      </Modal>
    </MantineProvider>
  );
}

let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = (): void => undefined;
      unobserve = (): void => undefined;
      disconnect = (): void => undefined;
    },
  );
  const element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const press = (selector: string): Promise<void> =>
  act(async () => {
    const element = document.querySelector<HTMLElement>(selector)!;
    element.focus();
    element.click();
  });
const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');

it('should have the focus again when a dialog that it opened closes', async () => {
  await act(async () => root.render(<Row />));
  const button = document.querySelector('button')!;
  await press('button');
  await press('[role=menuitem]');
  await expect.poll(focused).toBe('Name');
  await press('[aria-label=Close]');
  await expect.poll(() => document.activeElement).toBe(button);
});
