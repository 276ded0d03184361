import { describe, expect, it } from 'vitest';
import type { Selection } from './selection.ts';
import { isSelected, NOTHING, requestOf, selectionText, sizeOf, toggled } from './selection.ts';

const all = (total: number, ...except: number[]): Selection => ({
  filter: { status: [1], sort: 'name', order: 'desc' },
  except: new Set(except),
  total,
});

describe('all of a list', () => {
  it('should be asked for by its filter, without its order and any id but those left out', () => {
    expect(requestOf(all(500_000))).toEqual({ filter: { status: [1] } });
    expect(requestOf(all(500_000, 7))).toEqual({ filter: { status: [1] }, except: [7] });
  });

  it('should lose an item and get it back', () => {
    const without = toggled(all(500_000), 7);
    expect([sizeOf(without), isSelected(without, 7), isSelected(without, 8)]).toEqual([499_999, false, true]);
    expect(toggled(without, 7)).toEqual(all(500_000));
  });

  it('should be nothing when every item was taken out', () => expect(toggled(toggled(all(2), 1), 2)).toEqual(NOTHING));
});

it.each([
  [{ ids: new Set([1, 2]) }, '2 selected'],
  [all(500_000), '500,000 items selected'],
  [all(500_000, 1), '499,999 of 500,000 items selected'],
] as const)('should be described %#', (selection, text) => expect(selectionText(selection)).toBe(text));
