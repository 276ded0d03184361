import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Outline, Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { emptyOutline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { CuboidInstance, EllipseInstance, TemplateInstance, VectorInstance } from './shapes.ts';
import { isVectorInstance } from './shapes.ts';

/** Vertices an ellipse is drawn with. */
const ellipseVertices = 64;

/**
 * Returns the outline of an instance of any vector type, in image pixels. Tags, unknown types and objects of a video,
 * which look different on every frame, have an empty outline.
 */
export function shapeOutline(instance: Instance): Outline {
  return isVectorInstance(instance) && instance['parameters'] === undefined ? outlineOf(instance) : emptyOutline;
}

function outlineOf(instance: VectorInstance): Outline {
  switch (instance.type) {
    case 'bbox': {
      const { x1, y1, x2, y2 } = instance.points;
      return { ...emptyOutline, rings: [[x1, y1, x2, y1, x2, y2, x1, y2]] };
    }
    case 'rbbox': {
      const { x1, y1, x2, y2, x3, y3, x4, y4 } = instance.points;
      return { ...emptyOutline, rings: [[x1, y1, x2, y2, x3, y3, x4, y4]] };
    }
    case 'polygon':
      return { ...emptyOutline, rings: [instance.points, ...(instance.exclude ?? [])] };
    case 'polyline':
      return { ...emptyOutline, lines: [instance.points] };
    case 'point':
      return { ...emptyOutline, dots: [instance.x, instance.y] };
    case 'ellipse':
      return { ...emptyOutline, rings: [ellipseRing(instance)] };
    case 'cuboid':
      return cuboidOutline(instance);
    case 'template':
      return templateOutline(instance);
    case 'tag':
      return emptyOutline;
  }
}

/** The ellipse as a ring; the angle is in degrees, clockwise on screen. */
export function ellipseRing({
  cx,
  cy,
  rx,
  ry,
  angle,
}: Pick<EllipseInstance, 'cx' | 'cy' | 'rx' | 'ry' | 'angle'>): readonly number[] {
  const turn = (angle * Math.PI) / 180;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const ring: number[] = [];
  for (let index = 0; index < ellipseVertices; index += 1) {
    const at = (index / ellipseVertices) * 2 * Math.PI;
    const along = rx * Math.cos(at);
    const across = ry * Math.sin(at);
    ring.push(cx + along * cos - across * sin, cy + along * sin + across * cos);
  }
  return ring;
}

function cuboidOutline({ points: { f1, f2, r1, r2 } }: CuboidInstance): Outline {
  const front = corners(f1, f2);
  const rear = corners(r1, r2);
  const edges = front.map((corner, index) => [corner.x, corner.y, rear[index]!.x, rear[index]!.y]);
  return { rings: [flat(front)], lines: [flat([...rear, rear[0]!]), ...edges], dots: [] };
}

function corners(first: Place, second: Place): readonly Place[] {
  return [first, { x: second.x, y: first.y }, second, { x: first.x, y: second.y }];
}

function flat(places: readonly Place[]): readonly number[] {
  return places.flatMap(({ x, y }) => [x, y]);
}

function templateOutline({ points, connections }: TemplateInstance): Outline {
  const byId = new Map(points.map(point => [point.id, point]));
  const lines = connections.flatMap(({ from, to }) => {
    const start = byId.get(from);
    const end = byId.get(to);
    return start === undefined || end === undefined ? [] : [[start.x, start.y, end.x, end.y]];
  });
  return { rings: [], lines, dots: flat(points) };
}
