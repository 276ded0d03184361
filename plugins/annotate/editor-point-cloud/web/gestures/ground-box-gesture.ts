import type { Box, Vector } from '../../common/geometry/box.ts';
import { boxCorners, normalAngle } from '../../common/geometry/box.ts';
import { onHeight } from '../views/cloud-camera.ts';
import type { CloudHost, Gesture, Pressed } from './gesture.ts';

/** CSS pixels within which a press and its release are a click. */
const CLICK = 4;
/** Shortest side of a drawn box, metres. */
const SHORTEST = 0.1;

/** The place of the ground under the pointer. */
export function groundUnder({ stage, data }: CloudHost, x: number, y: number): Vector | undefined {
  const { frame } = stage.main;
  let place = onHeight(frame, x, y, data.ground.overall);
  // The ground is no plane: the second look is at the height found by the first.
  for (let look = 0; look < 2 && place !== undefined; look += 1)
    place = onHeight(frame, x, y, data.ground.at(place.x, place.y)) ?? place;
  return place;
}

/**
 * Draws a box on the ground: a drag spans it along the view, a click places one of the size of its class. With `fits`
 * it is fitted to the object there; `clicked` takes clicks in place of that.
 */
export function groundBoxGesture(
  host: CloudHost,
  start: Pressed,
  fits: boolean,
  clicked?: (at: Pressed) => void,
): Gesture | undefined {
  const { stage, commands } = host;
  const from = groundUnder(host, start.x, start.y);
  if (from === undefined) return undefined;
  // Along the view: up on the screen is the length of the box.
  const yaw = normalAngle(stage.orbit.azimuth + Math.PI);
  let drawn: Box | undefined;
  return {
    move(at) {
      const to = groundUnder(host, at.x, at.y);
      drawn =
        to === undefined || Math.hypot(at.x - start.x, at.y - start.y) <= CLICK
          ? undefined
          : spanned(from, to, yaw, commands.newSize.z);
      stage.requestDraw();
    },
    up() {
      if (drawn === undefined && clicked !== undefined) {
        clicked(start);
        return;
      }
      const { newSize } = commands;
      const around = { x: newSize.x * 1.5, y: newSize.x * 1.5, z: newSize.z * 1.5 };
      const placed: Box =
        drawn ??
        ({
          position: { ...from, z: from.z + newSize.z / 2 },
          size: fits ? around : newSize,
          rotation: { x: 0, y: 0, z: yaw },
        } satisfies Box);
      const box = fits
        ? commands.fitted({ ...placed, size: { ...placed.size, z: Math.max(placed.size.z, 4) } })
        : placed;
      if (box !== undefined && box.size.x >= SHORTEST && box.size.y >= SHORTEST)
        commands.add({ type: 'cuboid', position: box.position, size: box.size, rotation: box.rotation });
    },
    paint(painter, view) {
      if (drawn === undefined || view.kind !== 'main') return;
      const corners = boxCorners(drawn);
      const floor = [0, 2, 6, 4, 0].map(corner => corners[corner]!);
      painter.path(view.frame, floor, host.color);
    },
  };
}

/** The box between two places of the ground with sides along a direction. */
function spanned(from: Vector, to: Vector, yaw: number, height: number): Box {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const ground = Math.min(from.z, to.z);
  return {
    position: { x: from.x + dx / 2, y: from.y + dy / 2, z: ground + height / 2 },
    size: {
      x: Math.max(0.01, Math.abs(dx * Math.cos(yaw) + dy * Math.sin(yaw))),
      y: Math.max(0.01, Math.abs(dy * Math.cos(yaw) - dx * Math.sin(yaw))),
      z: height,
    },
    rotation: { x: 0, y: 0, z: yaw },
  };
}
