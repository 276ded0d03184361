import earcut from 'earcut';
import type { Outline } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** An outline cut into what a GPU draws, in item pixels. */
export interface Tessellation {
  /** Four numbers per edge: from x, y to x, y. */
  readonly segments: Float32Array;
  /** Number of the segments, at the end, that are dots: both ends are the same place. */
  readonly dots: number;
  /** Two numbers per vertex of the filled part. */
  readonly vertices: Float32Array;
  /** Three vertex numbers per triangle. */
  readonly triangles: Uint32Array;
}

const known = new WeakMap<Outline, Tessellation>();

/** Cuts an outline; the result is remembered as long as the outline lives. */
export function tessellate(outline: Outline): Tessellation {
  const before = known.get(outline);
  if (before !== undefined) return before;
  const made = cut(outline);
  known.set(outline, made);
  return made;
}

function cut(outline: Outline): Tessellation {
  const rings = outline.rings.filter(ring => ring.length >= 4);
  const dots = outline.dots.length >> 1;
  const edges =
    rings.reduce((sum, ring) => sum + (ring.length >> 1), 0) +
    outline.lines.reduce((sum, line) => sum + Math.max((line.length >> 1) - 1, 0), 0);
  const segments = new Float32Array((edges + dots) * 4);
  let at = 0;
  const put = (x1: number, y1: number, x2: number, y2: number): void => {
    segments[at] = x1;
    segments[at + 1] = y1;
    segments[at + 2] = x2;
    segments[at + 3] = y2;
    at += 4;
  };
  for (const ring of rings) {
    for (let vertex = 0, before = ring.length - 2; vertex < ring.length; before = vertex, vertex += 2)
      put(ring[before]!, ring[before + 1]!, ring[vertex]!, ring[vertex + 1]!);
  }
  for (const line of outline.lines) {
    for (let vertex = 2; vertex < line.length; vertex += 2)
      put(line[vertex - 2]!, line[vertex - 1]!, line[vertex]!, line[vertex + 1]!);
  }
  for (let dot = 0; dot < outline.dots.length; dot += 2)
    put(outline.dots[dot]!, outline.dots[dot + 1]!, outline.dots[dot]!, outline.dots[dot + 1]!);
  return { segments, dots, ...fillOf(rings) };
}

function fillOf(rings: readonly (readonly number[])[]): Pick<Tessellation, 'vertices' | 'triangles'> {
  if (rings.length === 0) return { vertices: new Float32Array(0), triangles: new Uint32Array(0) };
  const flat = rings.length === 1 ? rings[0]! : rings.flat();
  if (rings.length === 1 && isConvex(flat))
    return { vertices: new Float32Array(flat), triangles: fan(flat.length >> 1) };
  const holes: number[] = [];
  let vertices = 0;
  for (const ring of rings.slice(0, -1)) {
    vertices += ring.length >> 1;
    holes.push(vertices);
  }
  return { vertices: new Float32Array(flat), triangles: new Uint32Array(earcut(flat as number[], holes)) };
}

/** A fan is many times faster than cutting ears, and most boxes and many drawn shapes are convex. */
function isConvex(ring: readonly number[]): boolean {
  let turn = 0;
  let turned = 0;
  const count = ring.length >> 1;
  for (let index = 0; index < count; index += 1) {
    const one = index * 2;
    const two = ((index + 1) % count) * 2;
    const three = ((index + 2) % count) * 2;
    const dx = ring[two]! - ring[one]!;
    const dy = ring[two + 1]! - ring[one + 1]!;
    const nextX = ring[three]! - ring[two]!;
    const nextY = ring[three + 1]! - ring[two + 1]!;
    const cross = dx * nextY - dy * nextX;
    if (cross !== 0) {
      if (turn !== 0 && Math.sign(cross) !== turn) return false;
      turn = Math.sign(cross);
    }
    turned += Math.atan2(cross, dx * nextX + dy * nextY);
  }
  // A star turns the same way everywhere too, but more than once round.
  return Math.abs(turned) < 2 * Math.PI + 0.01;
}

function fan(count: number): Uint32Array {
  const triangles = new Uint32Array(Math.max(count - 2, 0) * 3);
  for (let index = 0; index < count - 2; index += 1) triangles.set([0, index + 1, index + 2], index * 3);
  return triangles;
}
