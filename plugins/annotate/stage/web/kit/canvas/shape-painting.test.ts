import { beforeEach, expect, it, vi } from 'vitest';
import { emptyOutline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { plainLook } from '../picture-look.ts';
import { defaultShapeStyle } from '../stage-options.ts';
import { overhang } from '../stage-renderer.ts';
import type { StageFrame } from '../stage-renderer.ts';
import { drawShape } from './shape-painting.ts';

beforeEach(() => {
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo(): void {}
      lineTo(): void {}
      closePath(): void {}
    },
  );
  return () => vi.unstubAllGlobals();
});

const frame = (dotSize: number, zoom = 1): StageFrame => ({
  view: { centre: { x: 0, y: 0 }, zoom },
  viewport: { width: 100, height: 100 },
  ratio: 1,
  damage: undefined,
  background: [0, 0, 0],
  style: { ...defaultShapeStyle, dotSize },
  look: plainLook,
});

/** Returns the radius that a point is drawn with, in item pixels. */
function radiusOf(one: StageFrame): number {
  const arc = vi.fn<CanvasRenderingContext2D['arc']>();
  const context = { arc, stroke() {}, fill() {}, beginPath() {} } as unknown as CanvasRenderingContext2D;
  drawShape(context, { id: 'a', color: 0, outline: { ...emptyOutline, dots: [5, 6] } }, one);
  return arc.mock.calls[0]![2];
}

it('should draw points with the size of the style, the same on the screen at every zoom', () => {
  expect(radiusOf(frame(9))).toBe(4.5);
  expect(radiusOf(frame(20))).toBe(10);
  expect(radiusOf(frame(20, 4))).toBe(2.5);
});

it('should fill areas and draw outlines as the style says, lines as wide on the screen at every zoom', () => {
  const drawn: unknown[] = [];
  const context = {
    globalAlpha: 1,
    lineWidth: 0,
    fill(): void {
      drawn.push(['fill', this.globalAlpha]);
    },
    stroke(): void {
      drawn.push(['line', this.lineWidth]);
    },
  };
  const one = frame(9, 2);
  drawShape(
    context as unknown as CanvasRenderingContext2D,
    { id: 'a', color: 0, outline: { ...emptyOutline, rings: [[0, 0, 9, 0, 9, 9]] } },
    { ...one, style: { ...one.style, fillOpacity: 0.9, strokeWidth: 6 } },
  );
  expect(drawn).toEqual([
    ['fill', 0.9],
    ['line', 3],
  ]);
});

it('should draw boxes as rectangles, and only those that lie upright', () => {
  const drawn: unknown[] = [];
  const context = {
    fillRect: (...box: readonly number[]) => drawn.push(['fill', ...box]),
    strokeRect: (...box: readonly number[]) => drawn.push(['edge', ...box]),
    fill: () => drawn.push(['fill']),
    stroke: () => drawn.push(['edge']),
  } as unknown as CanvasRenderingContext2D;
  const draw = (...ring: readonly number[]): void =>
    drawShape(context, { id: 'a', color: 0, outline: { ...emptyOutline, rings: [ring] } }, frame(9));
  draw(1, 2, 11, 2, 11, 7, 1, 7);
  draw(1, 2, 1, 7, 11, 7, 11, 2);
  const box = [
    ['fill', 1, 2, 10, 5],
    ['edge', 1, 2, 10, 5],
  ];
  expect(drawn.splice(0)).toEqual([...box, ...box]);
  for (const ring of [
    [1, 2, 11, 2, 11, 7, 2, 7],
    [1, 2, 11, 3, 11, 7, 1, 7],
    [1, 2, 2, 7, 11, 7, 11, 2],
    [1, 2, 1, 2, 1, 2, 1, 2],
    [1, 2, 11, 2, 11, 7],
  ])
    draw(...ring);
  expect(drawn).toEqual(Array.from({ length: 5 }, () => [['fill'], ['edge']]).flat());
});

it('should redraw as far around a shape as its largest points reach', () =>
  expect(overhang(frame(40))).toBeGreaterThan(radiusOf(frame(40))));
