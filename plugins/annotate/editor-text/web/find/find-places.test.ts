import { expect, it } from 'vitest';
import type { FindRequest } from './find-messages.ts';
import { findPlaces } from './find-places.ts';

const text = 'Ada met ada.\nAdamant on 3 May 2021 and 14 May 2022 🙂 Ada';
const find = (request: Partial<FindRequest>): readonly string[] | string => {
  const answer = findPlaces(text, {
    pattern: '',
    exactCase: false,
    wholeWords: false,
    isExpression: false,
    ...request,
  });
  return 'error' in answer ? answer.error : answer.hits.map(({ start, end }) => `${start} ${text.slice(start, end)}`);
};

it('should find plain text in any case, exactly, and as whole words', () => {
  expect(find({ pattern: 'ada' })).toEqual(['0 Ada', '8 ada', '13 Ada', `${text.length - 3} Ada`]);
  expect(find({ pattern: 'Ada', exactCase: true, wholeWords: true })).toEqual(['0 Ada', `${text.length - 3} Ada`]);
  expect(find({ pattern: '.' })).toEqual(['11 .']);
});

it('should find expressions line by line, and never nothing', () => {
  expect(find({ pattern: String.raw`\d+ May \d{4}`, isExpression: true })).toEqual(['24 3 May 2021', '39 14 May 2022']);
  expect(find({ pattern: '^Ada', isExpression: true, exactCase: true })).toEqual(['0 Ada', '13 Ada']);
  expect(find({ pattern: 'x*', isExpression: true })).toEqual([]);
});

it('should say what is wrong with an expression', () => {
  expect(find({ pattern: '(', isExpression: true })).toBe('Missing closing ): `(`');
});

it('should not be hung by any expression', () => {
  const long = `${'a'.repeat(200_000)}b`;
  for (const pattern of ['(a+)+$', '(a|aa)+$', '([a-z]+)*c'])
    expect(findPlaces(long, { pattern, exactCase: true, wholeWords: false, isExpression: true })).toEqual({
      hits: [],
      more: false,
    });
});
