import { expect, test } from 'vitest';
import { additionsOf } from './contributions.ts';

const nothing = { routes: [], commands: [], panels: [], operations: [], jobs: [], tables: [] };

test('should say what a plugin adds, and leave out what it does not', () => {
  expect(
    additionsOf({
      ...nothing,
      routes: [{ name: 'a', title: 'A', path: '/a', access: 'public' }],
      tables: ['a.one', 'a.two'],
    }),
  ).toBe('1 page, 2 tables');
  expect(additionsOf(nothing)).toBe('');
});
