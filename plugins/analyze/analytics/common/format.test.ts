import { expect, it } from 'vitest';
import { durationText, percentText } from './format.ts';

it.each([
  [null, '–'],
  [0, '0 s'],
  [4230, '4.2 s'],
  [59_600, '60 s'],
  [61_000, '1 min 1 s'],
  [3_600_000, '1 h'],
  [3_599_900, '60 min'],
  [11_520_000, '3 h 12 min'],
  [273_600_000, '3 d 4 h'],
  [8_640_000_000, '100 d'],
])('should write %s milliseconds as “%s”', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});

it.each([
  [0, '0 %'],
  [0.0123, '1.2 %'],
  [0.5, '50 %'],
  [1, '100 %'],
])('should write the share %s as “%s”', (share, text) => {
  expect(percentText(share)).toBe(text);
});
