import { expect, it } from 'vitest';
import { exchangeFormatIds, exchangeFormats } from './format-table.ts';

it('should have one number for each format, by which an export finds its writer', () => {
  const numbers = exchangeFormatIds.map(id => exchangeFormats[id].number);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});
