import { describe, expect, it } from 'vitest';
import { check } from './checks.support.ts';

describe('warnings', () => {
  const media = { width: 1920, height: 1080 };

  it.each([
    [
      'a box outside',
      { type: 'bbox', points: { x1: 10, y1: 20, x2: 1934.2, y2: 40 } },
      'instances[0].points.x2: x2 1934.2 is outside the image',
    ],
    ['a point outside', { type: 'point', x: -0.5, y: 3 }, 'instances[0].x: x -0.5 is outside the image'],
    [
      'an ellipse outside',
      { type: 'ellipse', cx: 5, cy: 1081, rx: 2, ry: 3, angle: 0 },
      'instances[0].cy: cy 1081 is outside the image',
    ],
    [
      'a polygon outside, once',
      { type: 'polygon', points: [0, 0, 2000, 0, 3000, 10] },
      'instances[0].points[2]: x 2000 is outside the image',
    ],
    [
      'a key point outside',
      { type: 'template', templateName: 'h', points: [{ id: 1, x: 1, y: 2000 }], connections: [] },
      'instances[0].points[0].y: y 2000 is outside the image',
    ],
    [
      'a cuboid outside',
      { type: 'cuboid', points: { f1: { x: 0, y: 0 }, f2: { x: 4, y: 4 }, r1: { x: 1, y: 1 }, r2: { x: 1921, y: 5 } } },
      'instances[0].points.r2.x: x 1921 is outside the image',
    ],
    ['a flat box', { type: 'bbox', points: { x1: 5, y1: 2, x2: 5, y2: 4 } }, 'instances[0].points: shape has no area'],
    ['a flat ellipse', { type: 'ellipse', cx: 5, cy: 5, rx: 0, ry: 3, angle: 0 }, 'instances[0]: shape has no area'],
    [
      'a polygon on one line',
      { type: 'polygon', points: [0, 0, 10.1, 10.1, 30.3, 30.3] },
      'instances[0].points: shape has no area',
    ],
    [
      'a ring that crosses itself',
      { type: 'polygon', points: [0, 0, 10, 10, 10, 0, 0, 10] },
      'instances[0].points: ring crosses itself',
    ],
    [
      'a hole outside',
      { type: 'polygon', points: [0, 0, 10, 0, 10, 10, 0, 10], exclude: [[20, 20, 22, 20, 22, 22]] },
      'instances[0].exclude[0]: hole is outside the polygon',
    ],
    [
      'a hole across the border',
      { type: 'polygon', points: [0, 0, 10, 0, 10, 10, 0, 10], exclude: [[5, 5, 15, 5, 15, 7]] },
      'instances[0].exclude[0]: hole is outside the polygon',
    ],
    [
      'holes that cross',
      {
        type: 'polygon',
        points: [0, 0, 10, 0, 10, 10, 0, 10],
        exclude: [
          [2, 2, 6, 2, 6, 6, 2, 6],
          [4, 4, 8, 4, 8, 8, 4, 8],
        ],
      },
      'instances[0].exclude[1]: hole crosses another hole',
    ],
    [
      'unsorted corners',
      { type: 'bbox', points: { x1: 9, y1: 2, x2: 5, y2: 4 } },
      'instances[0].points: corners were sorted',
    ],
    [
      'corners that form no rectangle',
      { type: 'rbbox', points: { x1: 0, y1: 0, x2: 10, y2: 0, x3: 12, y3: 5, x4: 0, y4: 5 } },
      'instances[0].points: corners do not form a rectangle',
    ],
    [
      'repeated connection ids',
      {
        type: 'template',
        templateName: 'h',
        points: [
          { id: 1, x: 0, y: 0 },
          { id: 2, x: 1, y: 1 },
        ],
        connections: [
          { id: 1, from: 1, to: 2 },
          { id: 1, from: 2, to: 1 },
        ],
      },
      'instances[0].connections[1].id: 1 is duplicated',
    ],
  ])('report %s', (_what, instance, text) => {
    expect(check(instance, { media })).toEqual([`warning ${text}`]);
  });

  it('do not report shapes that end exactly at the border, touch themselves, or have holes at their edge', () => {
    expect(check({ type: 'bbox', points: { x1: 0, y1: 0, x2: 1920, y2: 1080 } }, { media })).toEqual([]);
    expect(check({ type: 'polygon', points: [0, 0, 10, 0, 5, 5, 10, 10, 0, 10, 5, 5] }, { media })).toEqual([]);
    expect(
      check({ type: 'polygon', points: [0, 0, 10, 0, 10, 10, 0, 10], exclude: [[0, 5, 4, 4, 4, 6]] }, { media }),
    ).toEqual([]);
    expect(
      check(
        { type: 'rbbox', points: { x1: 1100, y1: 700, x2: 1300, y2: 750, x3: 1280, y3: 830, x4: 1080, y4: 780 } },
        { media },
      ),
    ).toEqual([]);
  });

  it('report when the metadata has another size than the image', () => {
    expect(check({ type: 'point', x: 1, y: 1 }, { media }, { width: 1280, height: 1080 })).toEqual([
      'warning metadata.width: metadata.width 1280 differs from the image (1920)',
    ]);
  });

  it('go by the size in the metadata when the media is not known', () => {
    expect(check({ type: 'point', x: 11, y: 1 }, {}, { width: 10, height: 10 })).toEqual([
      'warning instances[0].x: x 11 is outside the image',
    ]);
  });

  it('find nothing wrong with a ring of 20 000 vertices', () => {
    const points = Array.from({ length: 20_000 }, (_entry, at) => [
      500 + 400 * Math.cos((at / 20_000) * 2 * Math.PI),
      500 + 400 * Math.sin((at / 20_000) * 2 * Math.PI),
    ]).flat();
    expect(check({ type: 'polygon', points }, { media })).toEqual([]);
  });
});
