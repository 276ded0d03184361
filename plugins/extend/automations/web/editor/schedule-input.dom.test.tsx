import { act, useState } from 'react';
import type { JSX } from 'react';
import { expect, it } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { ScheduleInput } from './schedule-input.tsx';

const draw = drawnPage();

it('should keep the field of an own pattern while its text equals a usual one', async () => {
  const Place = (): JSX.Element => {
    const [value, setValue] = useState('0 8 * * 1,3');
    return (
      <ScheduleInput
        of={{ label: 'Times', disabled: false }}
        value={value}
        onChange={next => setValue(next as string)}
      />
    );
  };
  await draw(<Place />);
  const field = (): HTMLInputElement | undefined => [...document.querySelectorAll('input')].at(-1);
  const written = field()!;
  expect(written.value).toBe('0 8 * * 1,3');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(written, '0 8 * * 1');
    written.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(field()).toBe(written);
  expect(written.value).toBe('0 8 * * 1');
});
