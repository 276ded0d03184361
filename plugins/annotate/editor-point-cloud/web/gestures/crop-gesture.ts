import { boxCorners } from '../../common/geometry/box.ts';
import type { Region } from '../scene/region.ts';
import { EVERYWHERE } from '../scene/region.ts';
import type { CloudHost, Gesture, Pressed } from './gesture.ts';
import { groundUnder } from './ground-box-gesture.ts';

/** Shortest side of an area, metres. */
const SHORTEST = 0.1;

/** Spans an area on the ground outside of which points are hidden. Heights stay cropped as they are. */
export function cropGesture(host: CloudHost, start: Pressed): Gesture | undefined {
  const { stage } = host;
  const from = groundUnder(host, start.x, start.y);
  if (from === undefined) return undefined;
  let area: Region | undefined;
  return {
    view: start.view,
    move(at) {
      const to = groundUnder(host, at.x, at.y);
      const { min, max } = stage.state.crop ?? EVERYWHERE;
      area =
        to === undefined || Math.abs(to.x - from.x) < SHORTEST || Math.abs(to.y - from.y) < SHORTEST
          ? undefined
          : {
              min: { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), z: min.z },
              max: { x: Math.max(from.x, to.x), y: Math.max(from.y, to.y), z: max.z },
            };
      stage.requestDraw();
    },
    up() {
      if (area !== undefined) stage.setCrop(area);
    },
    paint(painter, view) {
      if (area === undefined || view.kind !== 'main') return;
      const { min, max } = area;
      const corners = boxCorners({
        position: { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: from.z },
        size: { x: max.x - min.x, y: max.y - min.y, z: 0 },
        rotation: { x: 0, y: 0, z: 0 },
      });
      painter.path(
        view.frame,
        [0, 2, 6, 4, 0].map(corner => corners[corner]!),
        '#ffd43b',
      );
    },
  };
}
