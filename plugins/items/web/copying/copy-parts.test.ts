import { describe, expect, it } from 'vitest';
import { copyOutcome, copyParts } from './copy-parts.ts';

describe('items that are copied', () => {
  it('should be asked for folder by folder, without those that are in the target', () => {
    expect(copyParts([{ name: 'a', folder_id: 1 }, { name: 'b', folder_id: 2 }, { name: 'c', folder_id: 1 }, { name: 'd', folder_id: 3 }], 3)).toEqual([{ source: 1, names: ['a', 'c'] }, { source: 2, names: ['b'] }]);
  });

  it('should be asked for in parts of 5000', () => {
    const parts = copyParts(Array.from({ length: 5001 }, (_, at) => ({ name: String(at), folder_id: 1 })), 2);
    expect(parts.map(each => each.names.length)).toEqual([5000, 1]);
  });

  it.each([
    ['copy', 1, 0, 1, '1 item copied.'],
    ['move', 1200, 3, 1203, '1,200 items moved. 3 skipped.'],
    ['move', 5, 0, 6, '5 items moved. 1 item left as it was.'],
  ] as const)('should be told: %s %i %i %i', (operation, done, skipped, total, text) => expect(copyOutcome(operation, done, skipped, total)).toBe(text));
});
