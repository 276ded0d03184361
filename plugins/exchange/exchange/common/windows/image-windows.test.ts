import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { TransferReport } from '../transfer-report.ts';
import { clippedLine } from './clipped-line.ts';
import type { ImageWindow } from './image-windows.ts';
import { imageWindows } from './image-windows.ts';

const image = { width: 1000, height: 700 };
function windows(...instances: readonly JsonRecord[]): { readonly found: ImageWindow[]; readonly report: string[] } {
  const report = new TransferReport();
  const document = { metadata: { name: 'a.tif', ...image, tiling: {} }, instances, comments: [{}] };
  return { found: [...imageWindows(document, image, 512, report)], report: [...report.lines()] };
}
const shapes = ({ document }: ImageWindow): JsonRecord[] => document['instances'] as JsonRecord[];

describe('windows of a large image', () => {
  it('should hold the shapes inside in their own pixels, and be left out where there are none', () => {
    const { found, report } = windows(
      { type: 'bbox', points: { x1: 600, y1: 520, x2: 700, y2: 600 }, probability: 90 },
      { type: 'ellipse', cx: 600, cy: 600, rx: 10, ry: 5, angle: 30 },
      { type: 'polygon', points: [520, 520, 540, 520, 540, 540], exclude: [[525, 521, 526, 521, 526, 522]] },
      { type: 'template', points: [{ id: 7, x: 530, y: 530 }], connections: [] },
      { type: 'tag' },
    );
    expect(found.map(({ x, y, width, height }) => [x, y, width, height])).toEqual([[512, 512, 488, 188]]);
    expect(found[0]!.document['metadata']).toEqual({ name: 'a.tif', width: 488, height: 188 });
    expect(shapes(found[0]!)).toEqual([
      { type: 'bbox', points: { x1: 88, y1: 8, x2: 188, y2: 88 }, probability: 90 },
      { type: 'ellipse', cx: 88, cy: 88, rx: 10, ry: 5, angle: 30 },
      { type: 'polygon', points: [8, 8, 28, 8, 28, 28], exclude: [[13, 9, 14, 9, 14, 10]] },
      { type: 'template', points: [{ id: 7, x: 18, y: 18 }], connections: [] },
    ]);
    expect(report).toEqual(['1 tag instance is in no window']);
  });

  it('should cut areas at their edges, so that their parts are the area again', () => {
    const { found, report } = windows(
      { type: 'polygon', points: [500, 500, 600, 500, 600, 600, 500, 600], exclude: [[505, 505, 520, 505, 520, 520]] },
      { type: 'bbox', points: { x1: 400, y1: 10, x2: 520, y2: 20 } },
    );
    expect(found.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [512, 0],
      [0, 512],
      [512, 512],
    ]);
    expect(shapes(found[0]!).map(({ type }) => type)).toEqual(['polygon', 'bbox']);
    expect(shapes(found[0]!)[1]!['points']).toEqual({ x1: 400, y1: 10, x2: 512, y2: 20 });
    const area = (ring: readonly number[]): number => {
      let twice = 0;
      for (let at = 0; at < ring.length; at += 2) {
        const next = (at + 2) % ring.length;
        twice += ring[at]! * ring[next + 1]! - ring[next]! * ring[at + 1]!;
      }
      return Math.abs(twice) / 2;
    };
    const whole = found
      .flatMap(shapes)
      .filter(({ type }) => type === 'polygon')
      .reduce(
        (sum, { points, exclude }) =>
          sum + area(points as number[]) - (exclude as number[][]).reduce((holes, ring) => holes + area(ring), 0),
        0,
      );
    expect(whole).toBeCloseTo(100 * 100 - (15 * 15) / 2, 1);
    expect(report).toEqual(['6 shape parts were cut at edges of windows']);
  });

  it('should cut lines where they leave, and drop what cannot be cut with a word', () => {
    expect(clippedLine([-10, 5, 20, 5, 20, 30, 5, 5], { x1: 0, y1: 0, x2: 10, y2: 10 })).toEqual([
      [0, 5, 10, 5],
      [8, 10, 5, 5],
    ]);
    const { found, report } = windows({
      type: 'template',
      points: [
        { id: 1, x: 500, y: 10 },
        { id: 2, x: 530, y: 10 },
      ],
    });
    expect(found).toEqual([]);
    expect(report).toEqual(['1 template was dropped, since it crosses the edge of a window']);
  });
});
