import type { JSX } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { Modal } from './first-opening.tsx';

let drawn: number;
const Inside = (): JSX.Element => {
  drawn++;
  return <input aria-label="inside" data-autofocus />;
};
const drawPage = drawnPage();
const draw = (opened: boolean): Promise<void> =>
  drawPage(
    <>
      <button type="button">outside</button>
      <Modal opened={opened} onClose={() => undefined}>
        <Inside />
      </Modal>
    </>,
  );

beforeEach(() => {
  drawn = 0;
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
