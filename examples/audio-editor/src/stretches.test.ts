import { expect, it } from 'vitest';
import { peaksOf, readStretches, withStretch } from './stretches.ts';

it('should add a stretch in its place, whichever way it was drawn, and pass over a slip', () => {
  const one = withStretch([{ start: 2, end: 3, label: 'b' }], { start: 1.2, end: -1, label: 'a' }, 10);
  expect(one).toEqual([
    { start: 0, end: 1.2, label: 'a' },
    { start: 2, end: 3, label: 'b' },
  ]);
  expect(withStretch(one, { start: 5, end: 5.01, label: 'a' }, 10)).toBe(one);
  expect(withStretch([], { start: 9, end: 12, label: 'a' }, 10)).toEqual([{ start: 9, end: 10, label: 'a' }]);
});

it('should read what was kept, and nothing else', () => {
  expect(readStretches(null)).toEqual([]);
  expect(readStretches([{ start: 1, end: 2, label: 'x' }, { start: 'a' }, 3])).toEqual([
    { start: 1, end: 2, label: 'x' },
  ]);
});

it('should find the peaks of each part', () => {
  expect(peaksOf(Float32Array.from([0, 0.5, -0.25, 0, 1, -1]), 3)).toEqual([
    [0, 0.5],
    [-0.25, 0],
    [-1, 1],
  ]);
});
