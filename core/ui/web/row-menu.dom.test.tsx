import { Menu } from '@mantine/core';
import { act, useState } from 'react';
import type { JSX } from 'react';
import { expect, it } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { Modal } from './first-opening.tsx';
import { RowMenu } from './row-menu.tsx';

function Row(): JSX.Element {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <RowMenu of="First">
        <Menu.Item onClick={() => setOpened(true)}>Rename</Menu.Item>
      </RowMenu>
      <Modal opened={opened} onClose={() => setOpened(false)} closeButtonProps={{ 'aria-label': 'Close' }}>
        <input aria-label="Name" data-autofocus />
      </Modal>
    </>
  );
}

const draw = drawnPage();

const press = (selector: string): Promise<void> =>
  act(async () => {
    const element = document.querySelector<HTMLElement>(selector)!;
    element.focus();
    element.click();
  });
const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');

it('should have the focus again when a dialog that it opened closes', async () => {
  await draw(<Row />);
  const button = document.querySelector('button')!;
  await press('button');
  await press('[role=menuitem]');
  await expect.poll(focused).toBe('Name');
  await press('[aria-label=Close]');
  await expect.poll(() => document.activeElement).toBe(button);
});
