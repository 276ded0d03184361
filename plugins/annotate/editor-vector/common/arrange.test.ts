import { describe, expect, it } from 'vitest';
import type { Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { applyPatches, emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { alignAll, distributeAll } from './arrange.ts';
import { reorderAll } from './drawing-order.ts';

const by = { email: 'ann@example.com' };
const box = (id: string, x1: number, y1: number, x2: number, y2: number, fields: Partial<Instance> = {}): Instance => ({
  id,
  type: 'bbox',
  classId: 1,
  attributes: [],
  points: { x1, y1, x2, y2 },
  ...fields,
});
const instances = [box('a', 10, 10, 30, 20), box('b', 50, 40, 60, 80), box('c', 100, 5, 140, 15)];
const points = (all: readonly Instance[], patches: readonly Patch[]): readonly unknown[] =>
  applyPatches({ ...emptyDocument(''), instances: all }, patches).instances.map(each =>
    Object.values(each['points'] as object).join(' '),
  );

describe('aligned shapes', () => {
  it('should align on each side and in the middle', () => {
    expect(points(instances, alignAll(instances, 'left', by))).toEqual(['10 10 30 20', '10 40 20 80', '10 5 50 15']);
    expect(points(instances, alignAll(instances, 'right', by))).toEqual([
      '120 10 140 20',
      '130 40 140 80',
      '100 5 140 15',
    ]);
    expect(points(instances, alignAll(instances, 'top', by))).toEqual(['10 5 30 15', '50 5 60 45', '100 5 140 15']);
    expect(points(instances, alignAll(instances, 'bottom', by))).toEqual([
      '10 70 30 80',
      '50 40 60 80',
      '100 70 140 80',
    ]);
    expect(points(instances, alignAll(instances, 'centre', by))).toEqual(['65 10 85 20', '70 40 80 80', '55 5 95 15']);
    expect(points(instances, alignAll(instances, 'middle', by))).toEqual([
      '10 37.5 30 47.5',
      '50 22.5 60 62.5',
      '100 37.5 140 47.5',
    ]);
  });

  it('move with their group, stay when locked, and a single one goes to the picture', () => {
    const grouped = [
      box('a', 10, 0, 20, 10, { groupId: 4 }),
      box('b', 30, 0, 40, 10, { groupId: 4 }),
      box('c', 0, 20, 5, 30),
      box('d', 2, 50, 9, 60, { locked: true }),
    ];
    expect(points(grouped, alignAll(grouped, 'left', by))).toEqual([
      '0 0 10 10',
      '20 0 30 10',
      '0 20 5 30',
      '2 50 9 60',
    ]);
    expect(points([instances[0]!], alignAll([instances[0]!], 'right', by, { width: 200, height: 100 }))).toEqual([
      '180 10 200 20',
    ]);
  });

  it('are spread with the same gap, the outermost stay', () => {
    expect(points(instances, distributeAll(instances, 'x', by))).toEqual([
      '10 10 30 20',
      '60 40 70 80',
      '100 5 140 15',
    ]);
    expect(distributeAll(instances.slice(0, 2), 'x', by)).toEqual([]);
    const crowded = [box('a', 0, 0, 10, 10), box('wide', 0, 20, 200, 30), box('c', 150, 40, 160, 50)];
    expect(points(crowded, distributeAll(crowded, 'x', by, { width: 300, height: 100 }))[1]).toBe('0 20 200 30');
  });
});

describe('the drawing order', () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map(id => box(id, 0, 0, 1, 1));
  const after = (
    ids: readonly string[],
    to: Parameters<typeof reorderAll>[2],
    overlaps?: Parameters<typeof reorderAll>[3],
  ): string =>
    applyPatches({ ...emptyDocument(''), instances: all }, reorderAll(all, new Set(ids), to, overlaps))
      .instances.map(each => each.id)
      .join('');

  it('steps past the next shape, or to the end', () => {
    expect(after(['b'], 'forward')).toBe('acbde');
    expect(after(['d'], 'backward')).toBe('abdce');
    expect(after(['b'], 'front')).toBe('acdeb');
    expect(after(['d'], 'back')).toBe('dabce');
  });

  it('steps past the next one that overlaps, so that something is seen of it', () => {
    expect(after(['a'], 'forward', (_, other) => other === 'd')).toBe('bcdae');
    expect(after(['e'], 'backward', (_, other) => other === 'b')).toBe('aebcd');
  });

  it('keeps the order of those that move', () => {
    expect(after(['a', 'b'], 'forward')).toBe('cabde');
    expect(after(['c', 'e'], 'backward')).toBe('acbed');
    expect(after(['e'], 'forward')).toBe('abcde');
  });
});
