import { expect, test } from 'vitest';
import { MOST_OF_ONE_ORDER, foldEntries } from './fold-entries.ts';

const pages = (order: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${order}-${index}`, order }));

test('what has a place of its own stays, however many pages there are', () => {
  const entries = [...pages(0, 200), ...pages(70, 1), ...pages(80, 2), ...pages(1000, 1)];
  const { shown, folded } = foldEntries(entries, undefined);
  expect(shown).toEqual([...entries.slice(0, MOST_OF_ONE_ORDER), ...entries.slice(200)]);
  expect(folded).toBe(200 - MOST_OF_ONE_ORDER);
});

test('the page that is open is not folded', () => {
  const entries = pages(0, 40);
  const { shown, folded } = foldEntries(entries, entries[30]);
  expect(shown).toEqual([...entries.slice(0, MOST_OF_ONE_ORDER), entries[30]]);
  expect(folded).toBe(40 - MOST_OF_ONE_ORDER - 1);
});

test('few pages are all there', () => {
  const entries = pages(0, MOST_OF_ONE_ORDER);
  expect(foldEntries(entries, entries[0])).toEqual({ shown: entries, folded: 0 });
});
