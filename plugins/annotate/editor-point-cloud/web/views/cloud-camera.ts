import type { Vector } from '../../common/geometry/box.ts';

/** Camera of a view: unit vectors of the scan, and the projection to pixels. */
export interface ViewFrame {
  readonly position: Vector;
  readonly right: Vector;
  readonly up: Vector;
  readonly forward: Vector;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Perspective: pixels of a metre at a distance of one metre. Parallel: pixels of a metre. */
  readonly scale: number;
  readonly parallel: boolean;
  /** Distances along `forward` between which is drawn, metres. */
  readonly near: number;
  readonly far: number;
}

/** A place on the screen, and how far away it is. */
export interface ScreenPlace {
  readonly x: number;
  readonly y: number;
  /** Metres along the view. */
  readonly depth: number;
}

const dot = (one: Vector, other: Vector): number => one.x * other.x + one.y * other.y + one.z * other.z;

/** A place along the axes of a view: to the right, up and ahead, metres. */
export function inView(view: ViewFrame, place: Vector): Vector {
  const d = { x: place.x - view.position.x, y: place.y - view.position.y, z: place.z - view.position.z };
  return { x: dot(d, view.right), y: dot(d, view.up), z: dot(d, view.forward) };
}

function onScreen(view: ViewFrame, { x, y, z }: Vector): ScreenPlace {
  const scale = view.parallel ? view.scale : view.scale / z;
  return { x: view.width / 2 + x * scale, y: view.height / 2 - y * scale, depth: z };
}

/** The CSS pixel of a place, from the corner of the view; undefined behind it. */
export function projected(view: ViewFrame, place: Vector): ScreenPlace | undefined {
  const seen = inView(view, place);
  return seen.z < view.near || seen.z > view.far ? undefined : onScreen(view, seen);
}

/** The line between two places on the screen; the part behind the view is cut off. */
export function projectedLine(
  view: ViewFrame,
  from: Vector,
  to: Vector,
): readonly [ScreenPlace, ScreenPlace] | undefined {
  let [a, b] = [inView(view, from), inView(view, to)];
  if (!view.parallel) {
    if (a.z < view.near && b.z < view.near) return undefined;
    if (a.z < view.near) a = cut(a, b, view.near);
    else if (b.z < view.near) b = cut(b, a, view.near);
  }
  return [onScreen(view, a), onScreen(view, b)];
}

function cut(behind: Vector, ahead: Vector, near: number): Vector {
  const share = (near - behind.z) / (ahead.z - behind.z);
  return { x: behind.x + (ahead.x - behind.x) * share, y: behind.y + (ahead.y - behind.y) * share, z: near };
}

/** The line of sight through a CSS pixel: a place on it and its direction. */
export function rayAt(view: ViewFrame, x: number, y: number): { readonly from: Vector; readonly direction: Vector } {
  const [across, along] = [(x - view.width / 2) / view.scale, (view.height / 2 - y) / view.scale];
  const mix = (right: number, up: number, ahead: number): Vector => ({
    x: view.right.x * right + view.up.x * up + view.forward.x * ahead,
    y: view.right.y * right + view.up.y * up + view.forward.y * ahead,
    z: view.right.z * right + view.up.z * up + view.forward.z * ahead,
  });
  if (!view.parallel) return { from: view.position, direction: mix(across, along, 1) };
  const beside = mix(across, along, 0);
  return {
    from: { x: view.position.x + beside.x, y: view.position.y + beside.y, z: view.position.z + beside.z },
    direction: view.forward,
  };
}

/** Point at which the line of sight through a CSS pixel meets a height; undefined where it does not within 500 m. */
export function onHeight(view: ViewFrame, x: number, y: number, height: number): Vector | undefined {
  const { from, direction } = rayAt(view, x, y);
  const share = (height - from.z) / direction.z;
  if (!Number.isFinite(share) || share <= 0) return undefined;
  const place = { x: from.x + direction.x * share, y: from.y + direction.y * share, z: height };
  return Math.hypot(place.x - from.x, place.y - from.y) > 500 * Math.max(1, Math.abs(from.z - height))
    ? undefined
    : place;
}

/** True when a ball can be in sight. */
export function seesBall(view: ViewFrame, centre: Vector, radius: number): boolean {
  const { x, y, z } = inView(view, centre);
  if (z + radius < view.near || z - radius > view.far) return false;
  const beside = (at: number, side: number): boolean => {
    const slope = side / 2 / view.scale;
    return view.parallel
      ? Math.abs(at) <= slope + radius
      : Math.abs(at) <= Math.max(z, 0) * slope + radius * Math.hypot(1, slope);
  };
  return beside(x, view.width) && beside(y, view.height);
}

/** Pixels of a metre at a place ahead of a view. */
export function pixelsPerMetre(view: ViewFrame, place: Vector, radius = 0): number {
  if (view.parallel) return view.scale;
  return view.scale / Math.max(view.near, inView(view, place).z - radius);
}
