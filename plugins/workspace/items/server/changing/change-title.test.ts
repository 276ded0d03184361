import { expect, it } from 'vitest';
import { changeTitle } from './change-title.ts';

it.each([
  [{ kind: 'assign', total: 1200, undo_of: null }, 'Assign 1,200 items'],
  [{ kind: 'delete', total: 1, undo_of: null }, 'Delete 1 item'],
  [{ kind: 'status', total: 3, undo_of: 7 }, 'Undo: Change the status of 3 items'],
  [{ kind: 'subset', total: 5, undo_of: null }, 'Change the subsets of 5 items'],
  [{ kind: 'score', total: 2, undo_of: null }, 'Change 2 items'],
])('should name the job of %o', (row, title) => {
  expect(changeTitle(row)).toBe(title);
});
