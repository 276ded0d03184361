import { expect, it } from 'vitest';
import { trackedParts } from './tracked-parts.ts';

it('should cut a stretch into parts that share their border', () => {
  expect(trackedParts(10, 120)).toEqual([
    { from: 10, to: 57 },
    { from: 57, to: 104 },
    { from: 104, to: 120 },
  ]);
  expect(trackedParts(3, 4)).toEqual([{ from: 3, to: 4 }]);
});
