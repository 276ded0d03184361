import { expect, test } from 'vitest';
import { additionsOf, stateOf } from './plugin-summary.ts';

const nothing = { routes: [], commands: [], panels: [], operations: [], jobs: [], tables: [] };

test('should say what a plugin adds, and leave out what it does not', () => {
  expect(additionsOf({ ...nothing, routes: [{ name: 'a', title: 'A', path: '/a', access: 'public' }], tables: ['a.one', 'a.two'] })).toBe('1 page, 2 tables');
  expect(additionsOf(nothing)).toBe('');
});

test.each([
  [{ failed: true, locked: false, enabled: false }, 'Did not start'],
  [{ failed: false, locked: true, enabled: true }, 'Always on'],
  [{ failed: false, locked: false, enabled: true }, 'On'],
  [{ failed: false, locked: false, enabled: false }, 'Off'],
])('should name the state of %o', (plugin, label) => {
  expect(stateOf(plugin).label).toBe(label);
});
