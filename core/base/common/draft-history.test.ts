import { expect, it } from 'vitest';
import { beginHistory, editHistory, redoHistory, undoHistory } from './draft-history.ts';

const three = editHistory(editHistory(beginHistory('a'), 'b'), 'c');

it('should go back and forth through its versions', () => {
  expect(undoHistory(three).present).toBe('b');
  expect(undoHistory(undoHistory(undoHistory(three))).present).toBe('a');
  expect(redoHistory(undoHistory(three))).toEqual(three);
  expect(redoHistory(three)).toBe(three);
});

it('should forget what was taken back when something new is made', () => {
  expect(redoHistory(editHistory(undoHistory(three), 'd')).present).toBe('d');
});

it('should not count a version that is the same', () => {
  expect(editHistory(three, 'c')).toBe(three);
});
