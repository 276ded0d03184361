import type { Vector } from '../../common/geometry/box.ts';
import type { ViewFrame } from './cloud-camera.ts';

/** Half of the angle of sight from top to bottom, radians. */
const HALF_SIGHT = (25 * Math.PI) / 180;
const STRAIGHT_DOWN = Math.PI / 2;
const NEAREST = 0.3;
const FARTHEST = 20_000;

/** Orbit of the large view around a place at a distance. Angles in radians, lengths in metres. */
export interface Orbit {
  readonly target: Vector;
  readonly distance: number;
  /** Direction of the view from the target, about z; π is behind it. */
  readonly azimuth: number;
  /** Above the ground; π/2 is straight above. */
  readonly elevation: number;
}

/** Looks down on a place so that a radius around it is in sight. */
export const fromAbove = (target: Vector, radius: number): Orbit => ({
  target,
  distance: clampDistance(radius / Math.tan(HALF_SIGHT)),
  azimuth: Math.PI,
  elevation: STRAIGHT_DOWN,
});

/** The same place seen from behind at an angle. */
export const atAnAngle = (orbit: Orbit): Orbit => ({ ...orbit, elevation: (35 * Math.PI) / 180 });

const clampDistance = (distance: number): number => Math.min(FARTHEST, Math.max(NEAREST, distance));

/** The axes of a view and its place. */
export function orbitFrame(orbit: Orbit, width: number, height: number): ViewFrame {
  const { target, distance, azimuth, elevation } = orbit;
  const [ca, sa] = [Math.cos(azimuth), Math.sin(azimuth)];
  const [ce, se] = [Math.cos(elevation), Math.sin(elevation)];
  const forward = { x: -ce * ca, y: -ce * sa, z: -se };
  const right = { x: -sa, y: ca, z: 0 };
  const up = {
    x: right.y * forward.z - right.z * forward.y,
    y: right.z * forward.x - right.x * forward.z,
    z: right.x * forward.y - right.y * forward.x,
  };
  return {
    position: {
      x: target.x - forward.x * distance,
      y: target.y - forward.y * distance,
      z: target.z - forward.z * distance,
    },
    right,
    up,
    forward,
    width,
    height,
    scale: height / 2 / Math.tan(HALF_SIGHT),
    parallel: false,
    near: Math.max(0.05, distance / 1000),
    far: distance * 20 + 2000,
  };
}

/** Turns around the target by pixels of a drag. */
export const orbited = (orbit: Orbit, across: number, down: number): Orbit => ({
  ...orbit,
  azimuth: orbit.azimuth - across * 0.006,
  elevation: Math.min(STRAIGHT_DOWN, Math.max(-STRAIGHT_DOWN + 0.01, orbit.elevation + down * 0.006)),
});

/** Moves the target by pixels of a drag: what is under the pointer goes with it. */
export function panned(orbit: Orbit, view: ViewFrame, across: number, down: number): Orbit {
  const metres = orbit.distance / view.scale;
  const { right, up } = view;
  const [r, u] = [-across * metres, down * metres];
  const { target } = orbit;
  return {
    ...orbit,
    target: {
      x: target.x + right.x * r + up.x * u,
      y: target.y + right.y * r + up.y * u,
      z: target.z + right.z * r + up.z * u,
    },
  };
}

/** Comes nearer to the target, or farther from it, towards a place that stays where it is on the screen. */
export function zoomed(orbit: Orbit, factor: number, towards: Vector | undefined): Orbit {
  const distance = clampDistance(orbit.distance / factor);
  const share = 1 - distance / orbit.distance;
  const { target } = orbit;
  return towards === undefined
    ? { ...orbit, distance }
    : {
        ...orbit,
        distance,
        target: {
          x: target.x + (towards.x - target.x) * share,
          y: target.y + (towards.y - target.y) * share,
          z: target.z + (towards.z - target.z) * share,
        },
      };
}
