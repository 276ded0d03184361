import { describe, expect, it } from 'vitest';
import { FrameTable } from './frame-table.ts';

describe('frame table', () => {
  it('should map times written one microsecond after a boundary to the frame that begins there', () => {
    const table = FrameTable.regular(10, 1_000_000);
    expect(table.count).toBe(10);
    expect([0, 1, 100_000, 100_001, 900_001, 1_000_000, 5_000_000].map(time => table.frameOf(time))).toEqual([
      0, 0, 0, 1, 9, 9, 9,
    ]);
    expect(table.timeOf(9)).toBe(900_001);
  });

  it.each([24_000 / 1001, 25, 30_000 / 1001, 30, 50, 60, 250])(
    'should find each frame of %d frames a second again by the time written for it',
    rate => {
      const table = FrameTable.regular(rate, 3_976_000);
      expect(table.count).toBe(Math.ceil(Number((3.976 * rate).toFixed(6))));
      for (let frame = 0; frame < table.count; frame += 1) {
        expect(table.frameOf(table.timeOf(frame))).toBe(frame);
        expect(table.frameOf(table.endOf(frame))).toBe(frame);
      }
    },
  );

  it('should keep the order of frames of a variable rate, and of frames that claim the same time', () => {
    const table = new FrameTable([0, 40_000, 40_000, 41_000, 900_000], 1_000_000);
    expect([0, 1, 2, 3, 4].map(frame => table.frameOf(table.timeOf(frame)))).toEqual([0, 1, 2, 3, 4]);
  });

  it('should refuse a video without frames', () => {
    expect(() => new FrameTable([], 10)).toThrow('at least one frame');
  });
});
