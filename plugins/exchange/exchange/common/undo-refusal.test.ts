import { expect, it } from 'vitest';
import { undoRefusal } from './undo-refusal.ts';

const change = { created: false, revision: 3, status_after: 2 };
const now = { revision: 3, status: 2, hasEarlier: true };

it('should undo an item that nobody changed since the import', () => {
  expect(undoRefusal(change, now)).toBeUndefined();
  expect(undoRefusal({ ...change, created: true, revision: null }, { ...now, revision: 0 })).toBeUndefined();
});

it('should keep an item that was annotated or moved on since, or whose earlier version is gone', () => {
  expect(undoRefusal(change, { ...now, revision: 4 })).toBe('was annotated again since the import');
  expect(undoRefusal(change, { ...now, status: 5 })).toBe('has another status since the import');
  expect(undoRefusal(change, { ...now, hasEarlier: false })).toBe('its earlier version is no longer kept');
});
