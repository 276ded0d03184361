import { expect, it } from 'vitest';
import { averageText, rangeOf, rangeText } from './score-text.ts';

it('should describe which values a score takes', () => {
  expect(rangeText({ type: 'rating', payload: { numberOfStars: 5 } })).toBe('1 to 5 stars');
  expect(rangeText({ type: 'number', payload: { min: 0, max: 1, step: 0.1 } })).toBe('0 to 1 in steps of 0.1');
  expect(rangeText({ type: 'radio', payload: { options: [{ value: 'good' }, { value: 2 }] } })).toBe('good, 2');
});

it('should give a chart the range of numbers, and none of choices', () => {
  expect(rangeOf({ type: 'rating', payload: { numberOfStars: 5 } })).toEqual({ least: 0, most: 5 });
  expect(rangeOf({ type: 'number', payload: { min: -1, max: 1 } })).toEqual({ least: -1, most: 1 });
  expect(rangeOf({ type: 'radio', payload: { options: [{ value: 'a' }] } })).toBeUndefined();
});

it('should round averages to two decimals', () => {
  expect([averageText(4.256), averageText(3), averageText(null)]).toEqual(['4.26', '3', '–']);
});
