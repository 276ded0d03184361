import { expect, it } from 'vitest';
import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { isOwnMove } from './document-state.ts';

const opened = { status: { after_save: 2 } } as OpenedItem;
const saved = { revision: 1, status: 2, status_before: 1 };

it('should take a move of the item for that of its save only where nobody else can have made it', () => {
  expect(isOwnMove(saved, 1, opened)).toBe(true);
  // Returned by somebody meanwhile, and moved on by the save from there.
  expect(isOwnMove({ ...saved, status_before: 4 }, 1, opened)).toBe(false);
});

it('should take the move of a save whose answer was lost for its own', () => {
  const again = { ...saved, status_before: 2, replayed: true };
  expect(isOwnMove(again, 1, opened)).toBe(true);
  expect(isOwnMove({ ...again, status: 5, status_before: 5 }, 1, opened)).toBe(false);
});
