import { expect, it } from 'vitest';
import { standardLayout } from './column-layout.ts';
import { listView, searchOfView } from './list-view.ts';

it.each([
  '',
  'q=cat&where=width%7C%7C%24gt%7C%7C9&where=x%7C%7C%24isnull&sort=updated&order=desc',
  'status=1&status=4&order=desc',
])('should keep filters and order of %s', search => {
  expect(searchOfView(listView(standardLayout, search))).toBe(search);
});

it('should pass over what is no filter', () => {
  expect(
    searchOfView({ sort: [], filters: [{ name: 3 }, {}, { name: 'sort', value: 'x' }, { name: 'q', value: 'a' }] }),
  ).toBe('q=a');
});
