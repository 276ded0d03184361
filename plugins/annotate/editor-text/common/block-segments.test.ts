import { expect, it } from 'vitest';
import { blockSegments } from './block-segments.ts';

const span = (
  id: string,
  start: number,
  end: number,
  lane = 0,
): { readonly id: string; readonly start: number; readonly end: number; readonly lane: number } => ({
  id,
  start,
  end,
  lane,
});
const summaryOf = (segments: ReturnType<typeof blockSegments>): string[] =>
  segments.map(({ start, end, spans }) => `${start}-${end} ${spans.map(each => each.id).join('')}`);

it('should leave a block without spans whole, and an empty one empty', () => {
  expect(summaryOf(blockSegments({ start: 5, end: 9 }, []))).toEqual(['5-9 ']);
  expect(blockSegments({ start: 5, end: 5 }, [])).toEqual([]);
});

it('should cut at the ends of spans that nest, overlap and reach beyond', () => {
  expect(
    summaryOf(blockSegments({ start: 10, end: 30 }, [span('a', 0, 15), span('b', 12, 20, 1), span('c', 25, 40)])),
  ).toEqual(['10-12 a', '12-15 ab', '15-20 b', '20-25 ', '25-30 c']);
});

it('should order by lanes', () => {
  expect(summaryOf(blockSegments({ start: 0, end: 4 }, [span('b', 0, 4, 1), span('a', 0, 4, 0)]))).toEqual(['0-4 ab']);
});
