import { expect, it } from 'vitest';
import { bytesText } from './bytes-text.ts';

it.each([
  [0, 65_536, '0 bytes of 64 KB (0 %)'],
  [12, 5 * 1024 * 1024, '12 bytes of 5.0 MB (<0.1 %)'],
  [32_768, 65_536, '32,768 bytes of 64 KB (50 %)'],
  [65_000, 65_536, '65,000 bytes of 64 KB (99.2 %)'],
])('should say of %i bytes of %i: %s', (bytes, limit, text) => {
  expect(bytesText(bytes, limit)).toBe(text);
});
