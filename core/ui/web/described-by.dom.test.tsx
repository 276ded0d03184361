import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { expect, it } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { describedBy } from './described-by.ts';

const draw = drawnPage();

it.each([
  ['a line', TextInput],
  ['a text', Textarea],
  ['a number', NumberInput],
] as const)('should describe %s by the element with the id', async (_, Field) => {
  await draw(<Field aria-label="Answer" {...describedBy('fault')} />);
  expect(document.querySelector('input:not([type=hidden]), textarea')!.getAttribute('aria-describedby')).toBe('fault');
  await draw(<Field aria-label="Answer" {...describedBy(undefined)} />);
  expect(document.querySelector('[aria-describedby]')).toBeNull();
});
