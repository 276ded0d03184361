import { expect, it } from 'vitest';
import { readCredential } from './public-credential.ts';

const token = 'a'.repeat(43);

it('should read a token with and without a pass', () => {
  expect(readCredential(`Public ${token}`)).toEqual({ token, pass: undefined });
  expect(readCredential(`Public ${token}.17.ab-c`)).toEqual({ token, pass: '17.ab-c' });
});

it('should refuse other schemes and tokens of other forms', () => {
  for (const each of [
    undefined,
    '',
    `Bearer ${token}`,
    'Public ',
    'Public short',
    `Public ${token} x`,
    `public ${token}`,
  ])
    expect(readCredential(each), String(each)).toBeUndefined();
});
