import { expect, it } from 'vitest';
import { summaryPath } from './summary-shapes.ts';

const size = { width: 200, height: 100 };

it('should draw rings, lines and dots in thousandths of the picture', () => {
  expect(summaryPath({ rings: [[20, 10, 100, 10, 100, 50]], lines: [[0, 0, 200, 100]], dots: [50, 50] }, size)).toBe(
    'M100 100L500 100L500 500ZM0 0L1000 1000M250 500h0',
  );
  expect(summaryPath({ rings: [], lines: [], dots: [] }, size)).toBeUndefined();
});

it('should leave out vertices of a long ring', () => {
  const ring = Array.from({ length: 1000 }, (_, at) => at % 100);
  expect(summaryPath({ rings: [ring], lines: [], dots: [] }, size)!.split('L').length).toBeLessThanOrEqual(24);
});
