import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { isCuboid } from '../../common/cloud-objects.ts';
import type { PointChunk } from '../../common/geometry/cloud-points.ts';
import { boxBounds, toBox } from '../../common/geometry/box.ts';
import { meets } from '../cloud-data.ts';

/** Grey of points in no object. */
const PLAIN = 105;

/** The colour of each point of a chunk: that of the box it lies in. r, g, b from 0 to 255. */
export function objectColors(
  chunk: PointChunk,
  shapes: readonly Instance[],
  colorOf: (shape: Instance) => string,
): Uint8Array {
  const { positions, min, max } = chunk;
  const colors = new Uint8Array(positions.length).fill(PLAIN);
  for (const shape of shapes) {
    if (!isCuboid(shape) || !meets(boxBounds(shape), [min.x, min.y, min.z], [max.x, max.y, max.z])) continue;
    const color = Number.parseInt(colorOf(shape).slice(1), 16);
    const { size } = shape;
    for (let at = 0; at + 2 < positions.length; at += 3) {
      const place = toBox(shape, {
        x: positions[at]! + min.x,
        y: positions[at + 1]! + min.y,
        z: positions[at + 2]! + min.z,
      });
      if (Math.abs(place.x) > size.x / 2 || Math.abs(place.y) > size.y / 2 || Math.abs(place.z) > size.z / 2) continue;
      colors[at] = color >> 16;
      colors[at + 1] = (color >> 8) & 255;
      colors[at + 2] = color & 255;
    }
  }
  return colors;
}
