import { expect, it } from 'vitest';
import { textColorOn } from './label-sprites.ts';

it('should write on a colour in whichever of black and white reads better', () => {
  expect(textColorOn('#ffffff')).toBe('#000000');
  expect(textColorOn('#000000')).toBe('#ffffff');
  expect(textColorOn('#ffd43b')).toBe('#000000');
  expect(textColorOn('#1b2026')).toBe('#ffffff');
});
