import { expect, it } from 'vitest';
import { EXCERPT_LENGTH, excerptOf } from './item-summary.ts';

it('should put the beginning of a text on one line and cut it at a word', () => {
  expect(excerptOf(' Ada\n\tMoreau ')).toBe('Ada Moreau');
  expect(excerptOf(' \n')).toBeNull();
  const long = excerptOf('word '.repeat(200))!;
  expect(long.length).toBeLessThanOrEqual(EXCERPT_LENGTH + 1);
  expect(long.endsWith('word…')).toBe(true);
});
