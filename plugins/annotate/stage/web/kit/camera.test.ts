import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Camera, maxZoom } from './camera.ts';

function open(): Camera {
  const camera = new Camera();
  camera.setViewport({ width: 1000, height: 600 });
  camera.setItem({ width: 4000, height: 3000 });
  return camera;
}

describe('Camera', () => {
  it('fits the whole item with a margin when it opens', () => {
    const camera = open();
    expect(camera.zoom).toBeCloseTo((600 - 48) / 3000);
    expect(camera.toScreen({ x: 2000, y: 1500 })).toEqual({ x: 500, y: 300 });
    expect(camera.toScreen({ x: 0, y: 0 }).y).toBeCloseTo(24);
  });

  it('maps to the screen and back', () => {
    const camera = open();
    camera.zoomTo(3.7, { x: 100, y: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 3000 }), (x, y) => {
        const back = camera.toItem(camera.toScreen({ x, y }));
        expect(back.x).toBeCloseTo(x);
        expect(back.y).toBeCloseTo(y);
      }),
    );
  });

  it('keeps the place under the cursor when zooming', () => {
    const camera = open();
    const anchor = { x: 640, y: 220 };
    const before = camera.toItem(anchor);
    camera.zoomTo(camera.zoom * 2.5, anchor);
    expect(camera.toItem(anchor).x).toBeCloseTo(before.x);
    expect(camera.toItem(anchor).y).toBeCloseTo(before.y);
  });

  it('moves the picture with the hand', () => {
    const camera = open();
    camera.zoomTo(2);
    const before = camera.toScreen({ x: 2000, y: 1500 });
    camera.pan({ x: 30, y: -10 });
    const after = camera.toScreen({ x: 2000, y: 1500 });
    expect([after.x - before.x, after.y - before.y]).toEqual([30, -10]);
  });

  it('never loses the item out of sight', () => {
    const camera = open();
    camera.zoomTo(1);
    camera.pan({ x: 1e6, y: 1e6 });
    const corner = camera.toScreen({ x: 0, y: 0 });
    expect(corner.x).toBeLessThan(1000);
    expect(corner.y).toBeLessThan(600);
  });

  it('stops zooming at its limits', () => {
    const camera = open();
    camera.zoomTo(1e9);
    expect(camera.zoom).toBe(maxZoom);
    camera.zoomTo(0);
    expect(camera.zoom).toBe(camera.minZoom);
  });

  it('fits again on a resize until the person moves the view', () => {
    const camera = open();
    camera.setViewport({ width: 500, height: 600 });
    expect(camera.zoom).toBeCloseTo((500 - 48) / 4000);
    camera.zoomTo(1);
    const middle = camera.view.centre;
    camera.setViewport({ width: 900, height: 600 });
    expect(camera.zoom).toBe(1);
    expect(camera.view.centre).toEqual(middle);
  });

  it('shows a part in the middle, not larger than the limit', () => {
    const camera = open();
    camera.show({ minX: 1000, minY: 1000, maxX: 1010, maxY: 1010 }, 4);
    expect(camera.zoom).toBe(4);
    expect(camera.view.centre).toEqual({ x: 1005, y: 1005 });
  });
});
