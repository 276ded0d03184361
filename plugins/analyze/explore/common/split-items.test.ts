import { describe, expect, it } from 'vitest';
import type { SplitItem } from './split-items.ts';
import { splitItems } from './split-items.ts';

const SHARES = [70, 15, 15];
const items = (count: number, of: (id: number) => Partial<SplitItem> = () => ({})): readonly SplitItem[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    stratum: '',
    group: String(at + 1),
    part: undefined,
    ...of(at + 1),
  }));
const counted = (placed: ReadonlyMap<number, number>, own: (id: number) => boolean = () => true): readonly number[] =>
  SHARES.map((_, part) => [...placed].filter(([id, at]) => at === part && own(id)).length);

describe('a split of items', () => {
  it('should have the shares', () => expect(counted(splitItems(items(1000), SHARES))).toEqual([700, 150, 150]));

  it('should have the shares in each stratum', () => {
    const rare = (id: number): boolean => id % 50 === 0;
    const placed = splitItems(
      items(1000, id => ({ stratum: rare(id) ? 'rare' : 'common' })),
      SHARES,
    );
    expect(counted(placed, rare)).toEqual([14, 3, 3]);
    expect(counted(placed, id => !rare(id))).toEqual([686, 147, 147]);
  });

  it('should have the shares in all, however many small strata there are', () => {
    const placed = splitItems(
      items(73, id => ({ stratum: `class ${id % 9}` })),
      SHARES,
    );
    for (const [part, count] of counted(placed).entries())
      expect(Math.abs(count - (SHARES[part]! / 100) * 73)).toBeLessThanOrEqual(1);
    for (let stratum = 0; stratum < 9; stratum++) {
      const own = counted(placed, id => id % 9 === stratum);
      const size = own.reduce((sum, count) => sum + count, 0);
      for (const [part, count] of own.entries())
        expect(Math.abs(count - (SHARES[part]! / 100) * size)).toBeLessThan(1.5);
    }
  });

  it('should keep groups together', () => {
    const placed = splitItems(
      items(300, id => ({ group: `g${id % 30}` })),
      SHARES,
    );
    for (let group = 0; group < 30; group++)
      expect(new Set([...placed].filter(([id]) => id % 30 === group).map(([, part]) => part)).size).toBe(1);
    expect(counted(placed)).toEqual([210, 50, 40]);
  });

  it('should leave items where they are when others are added, and near the shares', () => {
    const first = splitItems(items(100), SHARES);
    const second = splitItems(
      items(200, id => ({ part: first.get(id) })),
      SHARES,
    );
    expect([...second.keys()].every(id => id > 100)).toBe(true);
    expect(counted(new Map([...first, ...second]))).toEqual([140, 30, 30]);
    const joined = splitItems(
      [...items(1, () => ({ group: 'a', part: 2 })), ...items(1, () => ({ id: 2, group: 'a' }))],
      SHARES,
    );
    expect(joined.get(2)).toBe(2);
  });

  it('should not follow the order of the items', () => {
    const placed = splitItems(items(100), SHARES);
    expect([...placed].slice(0, 70).every(([, part]) => part === 0)).toBe(false);
    expect(splitItems(items(100).toReversed(), SHARES)).toEqual(placed);
  });
});
