import { expect, it } from 'vitest';
import { sameStrings } from './same-strings.ts';

const text = 'Ada met ada. Adam met ADA (Ada).';
const places = (wanted: string, choice: Parameters<typeof sameStrings>[2], whole = text): string[] =>
  sameStrings(whole, wanted, choice).map(({ start, end }) => `${start}:${whole.slice(start, end)}`);

it('should find a string in any place', () => {
  expect(places('Ada', { exactCase: true, wholeWords: false })).toEqual(['0:Ada', '13:Ada', '27:Ada']);
  expect(places('Ada', { exactCase: false, wholeWords: false })).toHaveLength(5);
});

it('should leave longer words alone when asked', () => {
  expect(places('Ada', { exactCase: true, wholeWords: true })).toEqual(['0:Ada', '27:Ada']);
});

it('should take signs of patterns as they are', () => {
  expect(places('(Ada).', { exactCase: true, wholeWords: false })).toEqual(['26:(Ada).']);
  expect(places('a-b/c', { exactCase: true, wholeWords: false }, 'x a-b/c y')).toEqual(['2:a-b/c']);
});

it('should keep places where small letters are longer', () => {
  expect(places('x', { exactCase: false, wholeWords: false }, 'İİX')).toEqual(['2:X']);
});
