import type { LabelAim } from '../labels/point-labels.ts';
import { lassoArea, pointsAround, pointsUnder, strokeArea } from '../labels/select-points.ts';
import { messages } from '../messages.ts';
import { pickPoint } from '../scene/pick.ts';
import { contains } from '../scene/region.ts';
import type { CloudHost, Gesture, Pressed } from './gesture.ts';

/** The tools that label points. */
export const labelTools = ['lasso', 'brush', 'flood'] as const;

/** True for a tool that labels points. */
export const isLabelTool = (tool: string): boolean => (labelTools as readonly string[]).includes(tool);

/** CSS pixels between two places of a stroke. */
const STEP = 3;
/** Metres above the ground from which points are of an object. */
const ABOVE_GROUND = 0.2;

/** Labels points by the active tool: Shift begins a new object, Ctrl takes labels away. */
export function labelGesture(host: CloudHost, start: Pressed): Gesture | undefined {
  const aim: LabelAim = start.ctrl ? 'remove' : start.shift ? 'new' : 'add';
  return host.tool === 'flood' ? floodGesture(host, start, aim) : strokeGesture(host, start, aim);
}

function strokeGesture(host: CloudHost, start: Pressed, aim: LabelAim): Gesture {
  const { stage, data, labels } = host;
  const isBrush = host.tool === 'brush';
  const places = [start.x, start.y];
  const add = ({ x, y }: Pressed): void => {
    if (Math.hypot(x - places.at(-2)!, y - places.at(-1)!) >= STEP) places.push(x, y);
  };
  return {
    view: start.view,
    move(at) {
      add(at);
      stage.requestDraw();
    },
    up() {
      if (!isBrush && places.length < 6) return;
      const area = isBrush ? strokeArea(places, stage.state.brush) : lassoArea(places);
      // What is on its way would stay without a label, unnoticed.
      if (stage.state.missing > 0) host.session.notify(messages.pointLabels.stillLoading);
      labels.label(pointsUnder(stage.main.frame, data.chunks, area, stage.drawn), aim);
    },
    paint(painter, view) {
      if (view.kind !== 'main') return;
      const color = aim === 'remove' ? '#ffffff' : host.color;
      painter.stroke(
        isBrush ? places : [...places, places[0]!, places[1]!],
        isBrush ? stage.state.brush * 2 : 2,
        color,
      );
    },
  };
}

function floodGesture(host: CloudHost, start: Pressed, aim: LabelAim): Gesture {
  const { stage, data, labels } = host;
  return {
    move: () => undefined,
    up() {
      const seed = pickPoint(stage.main.frame, data.chunks, start, stage.drawn);
      if (seed === undefined) {
        host.session.notify(messages.pointLabels.noPoints);
        return;
      }
      const { ground } = data;
      const seedIsLow = seed.z - ground.at(seed.x, seed.y) < ABOVE_GROUND;
      const { drawn } = stage;
      const found = pointsAround(
        data.chunks,
        seed,
        (x, y, z) => !contains(drawn, x, y, z) || z - ground.at(x, y) < ABOVE_GROUND !== seedIsLow,
      );
      labels.label(found, aim);
    },
  };
}
