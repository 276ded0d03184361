import { expect, it } from 'vitest';
import { subsetChangeVerb } from './subset-change-verb.ts';

it.each([
  ['add', null, 'added to “Train”'],
  ['remove', null, 'removed from “Train”'],
  ['add', 7, 'removed from “Train”'],
  ['remove', 7, 'added back to “Train”'],
])('should say what the change “%s” undone by %s did', (mode, undo_of, verb) => {
  expect(subsetChangeVerb({ value: { subset_id: 1, mode, name: 'Train' }, undo_of })).toBe(verb);
});
