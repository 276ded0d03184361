import { expect, it } from 'vitest';
import { costOf, estimateInput, estimateTokens, monthOf } from './token-cost.ts';

it('should count cost by prices for a million tokens, and know none without prices', () => {
  const usage = { input_tokens: 1_000_000, output_tokens: 500_000, estimated: false };
  expect(costOf(usage, { price_in: 2, price_out: 8 })).toBe(6);
  expect(costOf(usage, { price_in: null, price_out: 8 })).toBe(4);
  expect(costOf(usage, { price_in: null, price_out: null })).toBeNull();
});

it('should estimate tokens by length', () => {
  expect([estimateTokens(''), estimateTokens('abcde'), estimateInput([{ role: 'user', content: 'abcd' }])]).toEqual([
    0, 2, 5,
  ]);
});

it('should begin a month in UTC', () => {
  expect(monthOf(new Date('2026-12-31T23:59:59-05:00'))).toEqual({
    name: '2027-01',
    start: new Date('2027-01-01T00:00:00Z'),
  });
});
