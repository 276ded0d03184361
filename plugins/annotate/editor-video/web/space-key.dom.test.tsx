import { afterEach, expect, it, vi } from 'vitest';
import { SpaceKey } from './space-key.ts';

const surface = document.createElement('div');
const tap = vi.fn<() => void>();
const key = new SpaceKey(surface, tap);
afterEach(() => void tap.mockClear());

const at = (event: Event, milliseconds: number): Event =>
  Object.defineProperty(event, 'timeStamp', { value: milliseconds });
const press = (milliseconds: number): void =>
  key.press(at(new KeyboardEvent('keydown', { code: 'Space' }), milliseconds) as KeyboardEvent);
const release = (milliseconds: number): boolean =>
  window.dispatchEvent(at(new KeyboardEvent('keyup', { code: 'Space' }), milliseconds));

it('should distinguish a tap of the space bar from a held one', () => {
  press(1_000);
  release(1_200);
  expect(tap).toHaveBeenCalledOnce();
  press(2_000);
  release(2_400);
  expect(tap).toHaveBeenCalledOnce();
});

it('should not take a pan, or a key that another window saw the end of, for a tap', () => {
  press(1_000);
  surface.dispatchEvent(new MouseEvent('pointerdown'));
  release(1_100);
  press(2_000);
  window.dispatchEvent(new Event('blur'));
  release(2_100);
  expect(tap).not.toHaveBeenCalled();
});
