import type { LoadedNode } from '../cloud-store.ts';
import type { Region } from '../scene/region.ts';
import { contains } from '../scene/region.ts';
import type { ViewFrame } from '../views/cloud-camera.ts';
import { seesBall } from '../views/cloud-camera.ts';

/** An area of a view, CSS pixels. */
export interface ScreenArea {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  contains(x: number, y: number): boolean;
}

/** The area inside an outline of x, y pairs. */
export function lassoArea(outline: readonly number[]): ScreenArea {
  const [xs, ys] = [outline.filter((_, at) => at % 2 === 0), outline.filter((_, at) => at % 2 === 1)];
  return {
    minX: Math.min(...xs),
    minY: Math.min(...ys),
    maxX: Math.max(...xs),
    maxY: Math.max(...ys),
    contains(x, y) {
      let isInside = false;
      for (let at = 0, before = xs.length - 1; at < xs.length; before = at, at += 1) {
        const [ya, yb] = [ys[at]!, ys[before]!];
        if (ya > y !== yb > y && x < ((xs[before]! - xs[at]!) * (y - ya)) / (yb - ya) + xs[at]!) isInside = !isInside;
      }
      return isInside;
    },
  };
}

/** The area within `radius` pixels of a stroke of x, y pairs. */
export function strokeArea(stroke: readonly number[], radius: number): ScreenArea {
  const [xs, ys] = [stroke.filter((_, at) => at % 2 === 0), stroke.filter((_, at) => at % 2 === 1)];
  const most = radius * radius;
  return {
    minX: Math.min(...xs) - radius,
    minY: Math.min(...ys) - radius,
    maxX: Math.max(...xs) + radius,
    maxY: Math.max(...ys) + radius,
    contains(x, y) {
      for (let at = 0; at < xs.length; at += 1) {
        const before = Math.max(0, at - 1);
        const [fromX, fromY] = [xs[before]!, ys[before]!];
        const [dx, dy] = [xs[at]! - fromX, ys[at]! - fromY];
        const length = dx * dx + dy * dy;
        const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length));
        const [offX, offY] = [fromX + dx * share - x, fromY + dy * share - y];
        if (offX * offX + offY * offY <= most) return true;
      }
      return false;
    },
  };
}

/** Calls back with the place of a point, and its number in the scan. */
type Visit = (number: number, x: number, y: number, z: number) => void;

function eachPoint({ positions, min, points: { indices } }: LoadedNode, visit: Visit): void {
  for (let at = 0; at < indices.length; at += 1)
    visit(indices[at]!, positions[at * 3]! + min.x, positions[at * 3 + 1]! + min.y, positions[at * 3 + 2]! + min.z);
}

/** Numbers of the points of a region that an area of a view shows, in ascending order. */
export function pointsUnder(
  view: ViewFrame,
  nodes: readonly LoadedNode[],
  area: ScreenArea,
  drawn: Region,
): Uint32Array {
  const { position: p, right, up, forward, near, far } = view;
  const found: number[] = [];
  for (const node of nodes) {
    const { min, max } = node;
    const middle = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
    if (!seesBall(view, middle, Math.hypot(max.x - min.x, max.y - min.y, max.z - min.z) / 2)) continue;
    eachPoint(node, (number, wx, wy, wz) => {
      const [dx, dy, dz] = [wx - p.x, wy - p.y, wz - p.z];
      const depth = dx * forward.x + dy * forward.y + dz * forward.z;
      if (depth < near || depth > far || !contains(drawn, wx, wy, wz)) return;
      const scale = view.parallel ? view.scale : view.scale / depth;
      const x = view.width / 2 + (dx * right.x + dy * right.y + dz * right.z) * scale;
      if (x < area.minX || x > area.maxX) return;
      const y = view.height / 2 - (dx * up.x + dy * up.y + dz * up.z) * scale;
      if (y >= area.minY && y <= area.maxY && area.contains(x, y)) found.push(number);
    });
  }
  return Uint32Array.from(found).sort();
}

/** A place from which an object is filled. */
export interface FloodSeed {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Metres between neighbours of one object, and from the seed to its farthest point. */
export const floodReach = { gap: 0.35, most: 15 } as const;

/**
 * Numbers of the points that hang together with those at a place, in ascending order: each is within a step of another.
 * Points that `isWall` names, such as those of the ground, are left out.
 */
export function pointsAround(
  nodes: readonly LoadedNode[],
  seed: FloodSeed,
  isWall: (x: number, y: number, z: number) => boolean,
  { gap, most }: { readonly gap: number; readonly most: number } = floodReach,
): Uint32Array {
  const cells = new Map<string, number[]>();
  const cellOf = (value: number): number => Math.floor(value / gap);
  for (const node of nodes)
    eachPoint(node, (number, x, y, z) => {
      if (Math.hypot(x - seed.x, y - seed.y, z - seed.z) > most || isWall(x, y, z)) return;
      const key = `${cellOf(x)} ${cellOf(y)} ${cellOf(z)}`;
      const own = cells.get(key);
      if (own === undefined) cells.set(key, [number]);
      else own.push(number);
    });
  const found: number[] = [];
  const open = [[cellOf(seed.x), cellOf(seed.y), cellOf(seed.z)] as const];
  const seen = new Set<string>([open[0]!.join(' ')]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [x, y, z] = next;
    const own = cells.get(`${x} ${y} ${z}`);
    if (own !== undefined) for (const number of own) found.push(number);
    // The seed itself may lie between two cells with points.
    if (own === undefined && seen.size > 1) continue;
    for (let dx = -1; dx <= 1; dx += 1)
      for (let dy = -1; dy <= 1; dy += 1)
        for (let dz = -1; dz <= 1; dz += 1) {
          const cell = [x + dx, y + dy, z + dz] as const;
          const key = cell.join(' ');
          if (seen.has(key) || !cells.has(key)) continue;
          seen.add(key);
          open.push(cell);
        }
  }
  return Uint32Array.from(found).sort();
}
