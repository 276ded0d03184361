import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { isCuboid, verticesOf } from '../../common/cloud-objects.ts';
import type { Vector } from '../../common/geometry/box.ts';
import type { PointChunk } from '../../common/geometry/cloud-points.ts';
import type { ViewFrame } from '../views/cloud-camera.ts';
import { inView, projected, projectedLine, seesBall } from '../views/cloud-camera.ts';
import { linesOf } from './overlay-painter.ts';
import type { Region } from './region.ts';
import { contains } from './region.ts';

/** CSS pixels around the pointer in which something is hit. */
const REACH = 9;

/** The point of a region under a CSS pixel of a view: of those around the pointer the nearest to the eye. */
export function pickPoint(
  view: ViewFrame,
  chunks: readonly PointChunk[],
  { x, y }: Pixel,
  drawn: Region,
): Vector | undefined {
  const { position: p, right, up, forward, near, far } = view;
  let best: { readonly place: Vector; readonly rank: number } | undefined;
  for (const chunk of chunks) {
    const { min, max, positions } = chunk;
    const middle = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
    const radius = Math.hypot(max.x - min.x, max.y - min.y, max.z - min.z) / 2;
    if (!seesBall(view, middle, radius) || isBeside(view, middle, radius, x, y)) continue;
    for (let at = 0; at + 2 < positions.length; at += 3) {
      const [wx, wy, wz] = [positions[at]! + min.x, positions[at + 1]! + min.y, positions[at + 2]! + min.z];
      const [dx, dy, dz] = [wx - p.x, wy - p.y, wz - p.z];
      const depth = dx * forward.x + dy * forward.y + dz * forward.z;
      if (depth < near || depth > far) continue;
      const scale = view.parallel ? view.scale : view.scale / depth;
      const across = view.width / 2 + (dx * right.x + dy * right.y + dz * right.z) * scale - x;
      if (across > REACH || across < -REACH) continue;
      const along = view.height / 2 - (dx * up.x + dy * up.y + dz * up.z) * scale - y;
      const off = Math.hypot(across, along);
      if (off > REACH || !contains(drawn, wx, wy, wz)) continue;
      // A pixel beside the pointer weighs as much as half a percent of the distance.
      const rank = depth * (1 + off * 0.005) + off * 0.002;
      if (best === undefined || rank < best.rank) best = { place: { x: wx, y: wy, z: wz }, rank };
    }
  }
  return best?.place;
}

/** The object under a CSS pixel of a view: one whose line is hit, else the nearest box that covers it. */
export function pickObject(view: ViewFrame, shapes: readonly Instance[], x: number, y: number): Instance | undefined {
  let best: { readonly shape: Instance; readonly off: number } | undefined;
  for (const shape of shapes) {
    const off = Math.min(
      ...linesOf(shape).map(([from, to]) => {
        const line = projectedLine(view, from, to);
        return line === undefined ? Infinity : distanceTo(line[0], line[1], x, y);
      }),
      ...(shape.type === 'point' ? verticesOf(shape) : []).map(vertex => {
        const at = projected(view, vertex);
        return at === undefined ? Infinity : Math.hypot(at.x - x, at.y - y);
      }),
    );
    if (off <= REACH && (best === undefined || off < best.off)) best = { shape, off };
  }
  if (best !== undefined) return best.shape;
  const covering = shapes.flatMap(shape => {
    if (!isCuboid(shape)) return [];
    const places = verticesOf(shape).map(vertex => projected(view, vertex));
    if (places.some(place => place === undefined)) return [];
    const xs = places.map(place => place!.x);
    const ys = places.map(place => place!.y);
    const covers = x >= Math.min(...xs) && x <= Math.max(...xs) && y >= Math.min(...ys) && y <= Math.max(...ys);
    return covers ? [{ shape, depth: Math.min(...places.map(place => place!.depth)) }] : [];
  });
  return covering.toSorted((one, other) => one.depth - other.depth)[0]?.shape;
}

/** True for a ball that lies wholly beside a CSS pixel of a view. */
function isBeside(view: ViewFrame, middle: Vector, radius: number, x: number, y: number): boolean {
  const seen = inView(view, middle);
  const nearest = seen.z - radius;
  if (!view.parallel && nearest <= view.near) return false;
  const scale = view.parallel ? view.scale : view.scale / seen.z;
  // In perspective the near half of a ball beside the middle reaches farther out.
  const reach = view.parallel
    ? radius * view.scale
    : ((radius * view.scale) / nearest) * (1 + Math.hypot(seen.x, seen.y) / seen.z);
  return Math.hypot(view.width / 2 + seen.x * scale - x, view.height / 2 - seen.y * scale - y) > reach + REACH;
}

interface Pixel {
  readonly x: number;
  readonly y: number;
}

function distanceTo(from: Pixel, to: Pixel, x: number, y: number): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return Math.hypot(from.x + dx * share - x, from.y + dy * share - y);
}
