import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { meets } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { OverlayPainter } from '#plugins/annotate/stage/web/kit/index.ts';
import { cuboidCorners } from '../common/cuboid-corners.ts';
import { labelledPoint } from '../common/point-labels.ts';
import { frameHandlePlace } from '../common/selection-frame.ts';
import { hasVertices, vertexPaths } from '../common/shape-vertices.ts';
import { isVectorInstance } from '../common/shapes.ts';
import type { HandledSelection } from './handled-selection.ts';
import { frameHandles, turnHandle } from './tools/hot-target.ts';
import type { VectorContext } from './vector-context.ts';

/** Colour of the frame around several shapes, and of linked vertices. */
const frameColor = '#4dafc1';
const linkedColor = '#e8590c';

/** CSS pixels between the vertices that are drawn. */
const handleSpacing = 7;

const noKeys: ReadonlySet<string> = new Set();

/** Labels of points drawn at most. */
const mostPointLabels = 300;

/** Draws the handles of the selection: its frame with the handle for turning, and the vertices of a single shape. */
export function paintHandles(context: VectorContext, painter: OverlayPainter): boolean {
  const selection = context.handles.handled;
  if (selection.shapes.length === 0) return false;
  const color = selection.only === undefined ? frameColor : context.colorOf(selection.only);
  paintFrame(context, painter, selection, color);
  paintVertices(context, painter, selection, color);
  return true;
}

function paintFrame(context: VectorContext, painter: OverlayPainter, selection: HandledSelection, color: string): void {
  const { frame, outside, only } = selection;
  const turn = turnHandle(context, selection);
  if (frame === undefined || turn === undefined) return;
  const off = context.stage.reach(outside);
  const upper = frameHandlePlace(frame, 'n', off);
  const lower = frameHandlePlace(frame, 's', off);
  const nearer =
    Math.hypot(upper.x - turn.x, upper.y - turn.y) <= Math.hypot(lower.x - turn.x, lower.y - turn.y) ? upper : lower;
  painter.stem(nearer, turn);
  if (only === undefined || outside > 0)
    painter.frame((['nw', 'ne', 'se', 'sw'] as const).map(handle => frameHandlePlace(frame, handle, off)));
  for (const { place } of frameHandles(context, selection)) painter.handle(place, color, 'square');
  painter.handle(turn, color, 'round');
}

function paintVertices(
  context: VectorContext,
  painter: OverlayPainter,
  { only }: HandledSelection,
  color: string,
): void {
  if (only === undefined) return;
  const { minX, minY, maxX, maxY } = context.stage.camera.visible;
  const inView = ({ x, y }: Place): boolean => x >= minX && x <= maxX && y >= minY && y <= maxY;
  if (only.type === 'cuboid') {
    for (const corner of cuboidCorners(only.points)) if (inView(corner)) painter.handle(corner, color, 'square');
    return;
  }
  if (!hasVertices(only)) return;
  const linked = only.type === 'polygon' ? context.sharedEdges.marked(only) : noKeys;
  const paths = vertexPaths(only);
  // Of vertices closer together than their handles only one is drawn; the one under the pointer always is, by the tool.
  const side = handleSpacing / context.stage.camera.zoom;
  const taken = new Set<number>();
  const isFree = ({ x, y }: Place): boolean => {
    const cell = Math.floor(x / side) * 1_000_003 + Math.floor(y / side);
    if (taken.has(cell)) return false;
    taken.add(cell);
    return true;
  };
  for (const key of linked) {
    const [ring, index] = key.split(' ').map(Number) as [number, number];
    const place =
      paths[ring] === undefined ? undefined : { x: paths[ring][index * 2]!, y: paths[ring][index * 2 + 1]! };
    if (place !== undefined && inView(place) && isFree(place)) painter.handle(place, linkedColor, 'diamond', 'hot');
  }
  for (const path of paths) {
    for (let at = 0; at < path.length; at += 2) {
      const place = { x: path[at]!, y: path[at + 1]! };
      if (inView(place) && isFree(place)) painter.handle(place, color, 'round');
    }
  }
}

/** Draws the labels of points near them, for the selected shapes and the one under the pointer. */
export function paintPointLabels(context: VectorContext, painter: OverlayPainter): boolean {
  const { scene } = context.session;
  const { visible } = context.stage.camera;
  const ids = new Set([...scene.selection].slice(0, mostPointLabels));
  if (scene.hover !== undefined) ids.add(scene.hover);
  let painted = 0;
  for (const id of ids) {
    const instance = scene.shown(id);
    const bounds = context.stage.layer.index.boundsOf(id);
    if (
      instance === undefined ||
      bounds === undefined ||
      !isVectorInstance(instance) ||
      instance.pointLabels === undefined ||
      !meets(bounds, visible)
    )
      continue;
    for (const [key, text] of Object.entries(instance.pointLabels)) {
      const place = labelledPoint(instance, Number(key));
      if (place === undefined || painted >= mostPointLabels) continue;
      painter.labels.ofPoint(place, text, context.colorOf(instance));
      painted += 1;
    }
  }
  return painted > 0;
}
