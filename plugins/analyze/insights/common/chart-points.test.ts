import { describe, expect, it } from 'vitest';
import type { ChartRow } from './api.ts';
import { measureUnit, orderedParts, scatterPoints } from './chart-points.ts';

const row = (label: string, value: number): ChartRow => ({
  key: label,
  label,
  and_key: null,
  and_label: null,
  value,
  items: 1,
  color: null,
  and_color: null,
  query: `is ${label}`,
});

describe('points of charts', () => {
  it('should join two measures by their parts, with nothing where one of them has none', () => {
    expect(scatterPoints([row('ana', 3), row('bob', 5)], [row('bob', 2), row('cid', 9)])).toEqual([
      { label: 'ana', x: 3, y: 0, query: 'is ana' },
      { label: 'bob', x: 5, y: 2, query: 'is bob' },
      { label: 'cid', x: 0, y: 9, query: 'is cid' },
    ]);
  });

  it('should draw days by time and other parts by size', () => {
    const rows = [row('2026-03-02', 1), row('2026-03-01', 9), row('2026-03-02', 3)];
    expect(orderedParts(rows, 'acted')).toEqual(['2026-03-01', '2026-03-02']);
    expect(orderedParts([row('a', 1), row('b', 3), row('a', 1)], 'class')).toEqual(['b', 'a']);
  });

  it('should say of a mean that it is one of items', () => {
    expect(measureUnit({ measure: 'time', aggregation: 'mean' }, 'Active time')).toBe(
      'Active time, hours (mean per item)',
    );
    expect(measureUnit({ measure: 'items', aggregation: 'sum' }, 'Items')).toBe('Items');
  });
});
