import { describe, expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { shapeOutline } from '#plugins/annotate/editor-vector/common/index.ts';
import { fuseSvg } from './fuse-svg.ts';

const instance = (type: string, more: object, className = 'Car'): Instance => ({
  id: '1',
  type,
  classId: 1,
  className,
  attributes: [],
  ...more,
});
const draw = (...instances: readonly Instance[]): string =>
  fuseSvg(
    instances,
    shapeOutline,
    new Map([
      ['Car', '#ff0000'],
      ['Odd', '"/><script>'],
    ]),
    { width: 200, height: 100 },
  );

describe('the shapes drawn into a picture', () => {
  it('have the size of the image and the colours of their classes', () => {
    const svg = draw(instance('bbox', { points: { x1: 1, y1: 2, x2: 30, y2: 40 } }));
    expect(svg).toContain('width="200" height="100" viewBox="0 0 200 100"');
    expect(svg).toContain('stroke="#ff0000"');
    expect(svg).toContain('M1,2 30,2 30,40 1,40Z');
  });

  it('leave holes open', () => {
    expect(draw(instance('polygon', { points: [0, 0, 9, 0, 9, 9], exclude: [[1, 1, 2, 1, 2, 2]] }))).toContain(
      'd="M0,0 9,0 9,9ZM1,1 2,1 2,2Z"',
    );
  });

  it('are lines and dots where the type has no area', () => {
    expect(draw(instance('polyline', { points: [0, 0, 5, 5] }))).toContain('<polyline points="0,0 5,5" fill="none"/>');
    expect(draw(instance('point', { x: 7, y: 8 }))).toContain('<circle cx="7" cy="8"');
  });

  it('are left out when they are tags or broken', () => {
    expect(
      draw(instance('tag', {}), instance('bbox', {}), instance('polygon', { points: [1, Number.NaN, 2, 2, 3, 3] })),
    ).not.toContain('<path');
  });

  it('take no markup from names and colours', () => {
    expect(draw(instance('point', { x: 1, y: 1 }, 'Odd'))).not.toContain('script');
  });
});
