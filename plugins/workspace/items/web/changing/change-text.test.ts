import { expect, it } from 'vitest';
import type { ItemChangeView } from '../../common/change-api.ts';
import { changeText, progressText } from './change-text.ts';

const change = (given: Partial<ItemChangeView>): ItemChangeView => ({
  id: 1,
  project_id: 1,
  kind: 'status',
  value: 3,
  undo_of: null,
  job_id: null,
  state: 'finished',
  message: null,
  total: 10,
  changed: 10,
  same: 0,
  since: 0,
  refused: [],
  left_out: [],
  undoable: true,
  undone: false,
  createdAt: '',
  items: null,
  ...given,
});

it.each([
  [{}, '10 items moved.'],
  [{ kind: 'approval', value: 1 }, '10 items disapproved.'],
  [{ kind: 'pin', value: false }, '10 items unpinned.'],
  [{ kind: 'category', value: {} }, '10 items changed.'],
  [
    { kind: 'delete', undo_of: 4, since: 1, changed: 9 },
    '9 items brought back. 1 item was changed since and stays as it is.',
  ],
  [{ kind: 'copy', changed: 5, same: 2 }, '5 items copied. 2 skipped.'],
  [{ kind: 'move', changed: 1 }, '1 item moved.'],
  [
    { kind: 'copy', changed: 3, left_out: [{ code: 'CATEGORY', message: 'Category “Shoes” was left out.', count: 2 }] },
    '3 items copied. Category “Shoes” was left out. (2 items)',
  ],
  [
    {
      kind: 'copy',
      changed: 1,
      refused: [{ code: 'MISSING_CLASSES', message: 'The other project has no class “Car”.', count: 4 }],
    },
    '1 item copied. 4 items left as they were: The other project has no class “Car”.',
  ],
  [
    { kind: 'copy', undo_of: 4, changed: 2, since: 1 },
    '2 items taken back. 1 item was changed since and stays as it is.',
  ],
  [{ kind: 'move', undo_of: 4, changed: 2 }, '2 items brought back.'],
  [{ state: 'stopped', message: 'The job was cancelled.', changed: 4 }, 'The job was cancelled. 4 items moved.'],
] satisfies [Partial<ItemChangeView>, string][])('should describe the outcome of a change %#', (given, text) =>
  expect(changeText(change(given))).toBe(text),
);

it('should describe its progress', () =>
  expect(
    progressText(change({ total: 5000, changed: 1000, same: 2, refused: [{ code: 'X', message: '', count: 3 }] })),
  ).toBe('1,005 of 5,000 items'));
