import { expect, test } from 'vitest';
import { isFound, stateOf } from './plugin-summary.ts';

test.each([
  [{ failed: true, locked: false, enabled: false }, 'Did not start'],
  [{ failed: false, locked: true, enabled: true }, 'Always on'],
  [{ failed: false, locked: false, enabled: true }, 'On'],
  [{ failed: false, locked: false, enabled: false }, 'Off'],
])('should name the state of %o', (plugin, label) => {
  expect(stateOf(plugin).label).toBe(label);
});

test.each([
  ['NOTES', true],
  [' team-notes ', true],
  ['keeps', true],
  ['', true],
  ['keeps notes', false],
])('should find a plugin by %o: %o', (search, found) => {
  expect(isFound({ id: 'team-notes', title: 'Notes', description: 'Keeps what a team writes' }, search)).toBe(found);
});
