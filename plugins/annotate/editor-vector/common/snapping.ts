import type { Outline, Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { nearestOnPath } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** A shape one can snap to. */
export interface SnapTarget {
  readonly id: string;
  readonly outline: Outline;
  /** Its outline's points are vertices of their own; those of an ellipse are not. */
  readonly hasVertices: boolean;
}

/** Place to which the pointer is drawn. */
export interface Snap extends Place {
  readonly kind: 'vertex' | 'border';
  readonly id: string;
}

/** Parts of shapes to which the pointer is drawn. */
export interface SnapSwitches {
  readonly vertices: boolean;
  readonly borders: boolean;
}

/**
 * The vertex within `reach` item pixels of a place, else the place on a border within it, else undefined. A vertex wins
 * over a border, the nearest wins among equals.
 */
export function snapTo(
  targets: readonly SnapTarget[],
  place: Place,
  reach: number,
  { vertices, borders }: SnapSwitches,
): Snap | undefined {
  if (vertices) {
    const vertex = nearestOf(
      targets,
      target => (target.hasVertices ? nearestVertexOf(target, place, reach) : undefined),
      place,
    );
    if (vertex !== undefined) return vertex;
  }
  return borders ? nearestOf(targets, target => nearestOnBorder(target, place, reach), place) : undefined;
}

function nearestOf(
  targets: readonly SnapTarget[],
  find: (target: SnapTarget) => Snap | undefined,
  place: Place,
): Snap | undefined {
  let found: Snap | undefined;
  for (const target of targets) {
    const one = find(target);
    if (one !== undefined && (found === undefined || away(one, place) < away(found, place))) found = one;
  }
  return found;
}

function nearestVertexOf({ id, outline }: SnapTarget, place: Place, reach: number): Snap | undefined {
  let best = reach * reach;
  let found: Snap | undefined;
  for (const points of [...outline.rings, ...outline.lines, outline.dots]) {
    for (let at = 0; at < points.length; at += 2) {
      const square = (points[at]! - place.x) ** 2 + (points[at + 1]! - place.y) ** 2;
      if (square > best) continue;
      best = square;
      found = { kind: 'vertex', id, x: points[at]!, y: points[at + 1]! };
    }
  }
  return found;
}

function nearestOnBorder({ id, outline }: SnapTarget, place: Place, reach: number): Snap | undefined {
  let best = reach;
  let found: Snap | undefined;
  const look = (points: readonly number[], closed: boolean): void => {
    const hit = nearestOnPath(points, closed, place);
    if (hit === undefined || hit.distance > best) return;
    best = hit.distance;
    found = { kind: 'border', id, x: hit.x, y: hit.y };
  };
  for (const ring of outline.rings) look(ring, true);
  for (const line of outline.lines) look(line, false);
  return found;
}

function away(one: Place, other: Place): number {
  return (one.x - other.x) ** 2 + (one.y - other.y) ** 2;
}
