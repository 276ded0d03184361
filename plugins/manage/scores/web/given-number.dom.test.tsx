import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { GivenNumber } from './given-number.tsx';

const draw = drawnPage();

it('should give a number within the limits, and show the limits beside one outside of them', async () => {
  const onGive = vi.fn();
  await draw(<GivenNumber label="Speed" width={120} min={1} max={10} value={3} onGive={onGive} />);
  const field = document.querySelector('input')!;
  const enter = (value: string): Promise<void> =>
    act(async () => {
      field.focus();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await enter('25');
  await act(async () => field.blur());
  expect([field.value, document.querySelector('.mantine-InputWrapper-error')?.textContent]).toEqual([
    '25',
    'Enter a number from 1 to 10.',
  ]);
  expect(onGive).not.toHaveBeenCalled();
  await enter('8');
  await act(async () => field.blur());
  expect(onGive).toHaveBeenCalledExactlyOnceWith(8);
});
