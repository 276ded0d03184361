import { describe, expect, it } from 'vitest';
import { linesMatching } from './sheet-lines.ts';

const lines = [
  { group: 'Tools', title: 'Box', keys: ['B'] },
  { group: 'Selection', title: 'Delete', keys: ['Delete', 'Backspace'] },
  { group: 'Edit', title: 'Undo', keys: ['Ctrl+Z'] },
];
const found = (search: string): readonly string[] => linesMatching(lines, search).map(each => each.title);

describe('the keyboard sheet', () => {
  it('should find a line by its name, its heading or its key', () => {
    expect(found('box')).toEqual(['Box']);
    expect(found('sel del')).toEqual(['Delete']);
    expect(found('ctrl+z')).toEqual(['Undo']);
    expect(found('b')).toEqual(['Box']);
    expect(found('e')).toEqual(['Delete', 'Undo']);
  });

  it('should show all without a search, and none where nothing matches', () => {
    expect(found('  ')).toHaveLength(3);
    expect(found('rocket')).toEqual([]);
  });
});
