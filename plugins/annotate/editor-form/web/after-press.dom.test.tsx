import { expect, it } from 'vitest';
import { afterPress, notePress } from './after-press.ts';

it('should change the layout at once, but behind the click of a press that is under way', async () => {
  const done: string[] = [];
  afterPress(() => done.push('without a press'));
  expect(done).toEqual(['without a press']);

  notePress();
  const changed = new Promise<void>(resolve => {
    afterPress(() => {
      done.push('change');
      resolve();
    });
  });
  window.dispatchEvent(new Event('pointerup'));
  done.push('click');
  await changed;
  expect(done).toEqual(['without a press', 'click', 'change']);

  afterPress(() => done.push('after the press'));
  expect(done.at(-1)).toBe('after the press');
});
