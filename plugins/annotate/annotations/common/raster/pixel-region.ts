import type { Rectangle } from '../geometry/rectangle.ts';
import type { LabelRaster } from './label-raster.ts';
import type { Paintable, RasterChange } from './raster-change.ts';

/**
 * Some pixels of an image: `data` holds 1 inside and 0 outside, row by row, `width × height` entries from the item
 * pixel `x`, `y` on.
 */
export interface PixelRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** An empty region over whole pixels of an area. */
export function emptyRegion({ minX, minY, maxX, maxY }: Rectangle): PixelRegion {
  const x = Math.floor(minX);
  const y = Math.floor(minY);
  const width = Math.max(0, Math.ceil(maxX) - x);
  const height = Math.max(0, Math.ceil(maxY) - y);
  return { x, y, width, height, data: new Uint8Array(width * height) };
}

/** Pixels inside. */
export function regionCount({ data }: PixelRegion): number {
  let count = 0;
  for (const inside of data) count += inside;
  return count;
}

/**
 * The pixels of some slots, with a free border of `margin` pixels as far as the image goes; undefined when there are
 * none.
 */
export function regionOfSlots(raster: LabelRaster, slots: ReadonlySet<number>, margin = 0): PixelRegion | undefined {
  const bounds = raster.boundsOf(slots);
  if (bounds === undefined) return undefined;
  const region = emptyRegion({
    minX: Math.max(0, bounds.minX - margin),
    minY: Math.max(0, bounds.minY - margin),
    maxX: Math.min(raster.width, bounds.maxX + margin),
    maxY: Math.min(raster.height, bounds.maxY + margin),
  });
  const wanted = new Uint8Array(raster.slotCount);
  for (const slot of slots) wanted[slot] = 1;
  for (let y = 0; y < region.height; y += 1) {
    const start = (region.y + y) * raster.width + region.x;
    for (let x = 0; x < region.width; x += 1) region.data[y * region.width + x] = wanted[raster.labels[start + x]!]!;
  }
  return region;
}

/** Calls back for each run of a region's rows: item row, first pixel, pixel after the last. */
export function eachRun(
  { x: left, y: top, width, height, data }: PixelRegion,
  found: (y: number, from: number, to: number) => void,
): void {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[y * width + x] !== 1) continue;
      const from = x;
      while (x < width && data[y * width + x] === 1) x += 1;
      found(top + y, left + from, left + x);
    }
  }
}

/** Paints a region into a raster. */
export function paintRegion(change: RasterChange, region: PixelRegion, slot: number, paintable?: Paintable): void {
  eachRun(region, (y, from, to) => change.row(y, from, to, slot, paintable));
}
