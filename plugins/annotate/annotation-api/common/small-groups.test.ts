import { describe, expect, it } from 'vitest';
import { LARGE_CHARACTERS, smallGroups } from './small-groups.ts';

const MIB = 1024 * 1024;

describe('groups of small documents', () => {
  it('hold each item once, in the order given', () => {
    const items = Array.from({ length: 1000 }, (_, id) => ({ id, size: 100 }));
    const { small, large } = smallGroups(items);
    expect(small.map(group => group.length)).toEqual([250, 250, 250, 250]);
    expect(small.flat()).toEqual(items.map(each => each.id));
    expect(large).toEqual([]);
  });

  it('hold fewer where documents are long, and one where it fills a request', () => {
    expect(smallGroups([10, 12, 14, 15, 1].map((size, id) => ({ id, size: size * MIB }))).small).toEqual([
      [0, 1],
      [2, 3, 4],
    ]);
  });

  it('leave the large ones out: more than 15 Mi characters', () => {
    expect(
      smallGroups([
        { id: 1, size: LARGE_CHARACTERS },
        { id: 2, size: LARGE_CHARACTERS + 1 },
        { id: 3, size: 0 },
      ]),
    ).toEqual({ small: [[1, 3]], large: [2] });
  });
});
