import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Segment } from './source-map.ts';
import { findSource, readMappings, shiftMappings, writeMappings } from './source-map.ts';

const segment = fc.record({
  column: fc.nat(5000),
  source: fc.nat(20),
  sourceLine: fc.nat(1e6),
  sourceColumn: fc.nat(5000),
});
const line = fc.array(segment, { maxLength: 8 }).map(each => each.toSorted((a, b) => a.column - b.column));

it('should read what it writes', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), mappings => {
      expect(readMappings(writeMappings(mappings))).toEqual(mappings);
    }),
  );
});

it('should read what others write', () => {
  // As esbuild writes for two lines, with a name in the last segment.
  expect(readMappings('AAAA,IAAMA;;ACAN')).toEqual([
    [
      { column: 0, source: 0, sourceLine: 0, sourceColumn: 0 },
      { column: 4, source: 0, sourceLine: 0, sourceColumn: 6 },
    ],
    [],
    [{ column: 0, source: 1, sourceLine: 0, sourceColumn: 0 }],
  ]);
});

it('should refuse what is no mapping', () => {
  expect(() => readMappings('A!AA')).toThrow('malformed');
  expect(() => readMappings('ggggggggggggggA')).toThrow('malformed');
});

it('should move positions at or behind an insertion', () => {
  const at = (column: number): Segment => ({ column, source: 0, sourceLine: 0, sourceColumn: column });
  const moved = shiftMappings(
    [[at(0), at(4), at(9)], [at(2)]],
    [
      { line: 0, column: 9, length: 1 },
      { line: 0, column: 4, length: 10 },
    ],
  );
  expect(moved.map(each => each.map(({ column }) => column))).toEqual([[0, 14, 20], [2]]);
});

it('should find the place a column belongs to', () => {
  const mappings = [
    [
      { column: 2, source: 0, sourceLine: 6, sourceColumn: 1 },
      { column: 8, source: 0, sourceLine: 7, sourceColumn: 0 },
    ],
  ];
  expect(findSource({ sources: ['main.ts'] }, mappings, 1, 5)).toEqual({ file: 'main.ts', line: 7, column: 2 });
  expect(findSource({ sources: ['main.ts'] }, mappings, 1, 9)).toEqual({ file: 'main.ts', line: 8, column: 1 });
  expect(findSource({ sources: ['main.ts'] }, mappings, 1, 1)).toBeUndefined();
  expect(findSource({ sources: ['main.ts'] }, mappings, 5, 1)).toBeUndefined();
});
