import { expect, it } from 'vitest';
import { importedText } from './imported-text.ts';

it.each([
  [3, [], '3 classes added.'],
  [1, ['Car'], '1 class added. Skipped, already here: Car.'],
  [0, ['a', 'b', 'c', 'd', 'e'], '0 classes added. Skipped, already here: a, b, c and 2 more.'],
])('should count %i new ones, and %j that are here', (created, skipped, text) => {
  expect(importedText(created, skipped)).toBe(text);
});
