import { describe, expect, it } from 'vitest';
import { instanceFacts } from './instance-facts.ts';

const frame = { width: 100, height: 100 };

describe('instanceFacts', () => {
  it('measures boxes whichever way they were drawn', () => {
    expect(instanceFacts({ type: 'bbox', points: { x1: 30, y1: 40, x2: 10, y2: 20 } }, frame)).toEqual({
      x: 10,
      y: 20,
      width: 20,
      height: 20,
      area: 400,
      points: 4,
      outOfBounds: false,
      selfIntersecting: false,
    });
  });
  it('takes holes from polygons', () => {
    expect(
      instanceFacts(
        { type: 'polygon', points: [0, 0, 10, 0, 10, 10, 0, 10], exclude: [[2, 2, 4, 2, 4, 4, 2, 4]] },
        frame,
      ).area,
    ).toBe(96);
  });
  it('sees that a polygon crosses itself, also with many sides', () => {
    expect(instanceFacts({ type: 'polygon', points: [0, 0, 10, 10, 10, 0, 0, 10] }, frame).selfIntersecting).toBe(true);
    const circle = Array.from({ length: 5000 }, (_, index) => [
      50 + 40 * Math.cos((index * 2 * Math.PI) / 5000),
      50 + 40 * Math.sin((index * 2 * Math.PI) / 5000),
    ]).flat();
    expect(instanceFacts({ type: 'polygon', points: circle }, frame).selfIntersecting).toBe(false);
  });
  it('measures ellipses, points and turned boxes', () => {
    expect(instanceFacts({ type: 'ellipse', cx: 50, cy: 50, rx: 10, ry: 5, angle: 90 }, frame)).toMatchObject({
      width: expect.closeTo(10),
      height: expect.closeTo(20),
      area: expect.closeTo(157.08, 1),
    });
    expect(instanceFacts({ type: 'point', x: 120, y: 5 }, frame)).toMatchObject({
      area: 0,
      outOfBounds: true,
      points: 1,
    });
    expect(
      instanceFacts({ type: 'rbbox', points: { x1: 0, y1: 5, x2: 5, y2: 0, x3: 10, y3: 5, x4: 5, y4: 10 } }, frame)
        .area,
    ).toBe(50);
  });
  it('leaves it open whether an outline crosses itself of which every side is near every other', () => {
    const comb = Array.from({ length: 50_000 }, (_, at) => [0, at * 2, 1000, at * 2 + 1]).flat();
    expect(instanceFacts({ type: 'polygon', points: comb }, frame).selfIntersecting).toBeUndefined();
  }, 60_000);
  it('measures nothing beyond a thousand million pixels, nor what is as good as nothing', () => {
    expect(instanceFacts({ type: 'bbox', points: { x1: 0, y1: 0, x2: 1e200, y2: 1e200 } }, frame)).toEqual({
      outOfBounds: true,
      selfIntersecting: undefined,
    });
    expect(instanceFacts({ type: 'bbox', points: { x1: 0, y1: 0, x2: 1e9, y2: 5e-324 } }, frame)).toMatchObject({
      width: 1e9,
      height: 0,
    });
  });
  it('knows nothing of masks and tags', () =>
    expect(instanceFacts({ parts: [{ color: '#00000f' }] }, frame)).toEqual({
      outOfBounds: false,
      selfIntersecting: false,
    }));
});
