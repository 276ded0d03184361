import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { combineAreas } from '#plugins/annotate/editor-vector/common/index.ts';
import type { Georeference } from '#plugins/annotate/tiles/common/index.ts';
import { georeferenceOf, toGround } from '#plugins/annotate/tiles/common/index.ts';
import { boxRing, rounded } from '../exchange/coordinates.ts';
import type { ImageSize } from '../exchange/neutral-document.ts';
import { ringsOf } from '../exchange/instance-rings.ts';
import type { Edges } from '../exchange/shape-extent.ts';
import { edgesOf } from '../exchange/shape-extent.ts';
import type { TransferReport } from '../transfer-report.ts';
import { movedShape } from './moved-shape.ts';
import { clippedLine } from './clipped-line.ts';

/** A part of a large image that becomes an image of its own. */
export interface ImageWindow {
  /** Pixels of the large image. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The document with the shapes in it, in pixels of the window. */
  readonly document: JsonRecord;
}

/**
 * Divides an image into windows of a size, from the top left; those without a shape are left out. Areas and lines are
 * cut at the edges of windows. What else crosses an edge, and what belongs to the entire image, is counted in the
 * report.
 */
export function* imageWindows(
  document: JsonRecord,
  image: ImageSize,
  size: number,
  report: TransferReport,
): Generator<ImageWindow> {
  const columns = Math.ceil(image.width / size);
  const rows = Math.ceil(image.height / size);
  const shapes = new Map<number, { readonly instance: JsonRecord; readonly edges: Edges }[]>();
  for (const instance of recordsOf(document['instances'])) {
    const edges = edgesOf(instance);
    if (edges === undefined) {
      report.add(instance['type'] === 'tag' ? 'tag instance' : 'broken shape', {
        one: 'is in no window',
        many: 'are in no window',
      });
      continue;
    }
    const at = (value: number, most: number): number => Math.min(most - 1, Math.max(0, Math.floor(value / size)));
    for (let row = at(edges.y1, rows); row <= at(edges.y2, rows); row += 1)
      for (let column = at(edges.x1, columns); column <= at(edges.x2, columns); column += 1) {
        const key = row * columns + column;
        const known = shapes.get(key);
        if (known === undefined) shapes.set(key, [{ instance, edges }]);
        else known.push({ instance, edges });
      }
  }
  const metadata = isRecord(document['metadata']) ? document['metadata'] : {};
  for (const [key, inside] of [...shapes].sort(([one], [other]) => one - other)) {
    const [x, y] = [(key % columns) * size, Math.floor(key / columns) * size];
    const [width, height] = [Math.min(size, image.width - x), Math.min(size, image.height - y)];
    const frame: Edges = { x1: x, y1: y, x2: x + width, y2: y + height };
    const instances = inside.flatMap(({ instance, edges }) => windowed(instance, edges, frame, report));
    if (instances.length === 0) continue;
    const { tiling: _, ...kept } = metadata;
    const georeference = georeferenceOf(metadata);
    yield {
      x,
      y,
      width,
      height,
      document: {
        ...document,
        metadata: {
          ...kept,
          width,
          height,
          ...(georeference === undefined ? {} : { georeference: movedTo(georeference, x, y) }),
        },
        instances,
        comments: [],
      },
    };
  }
}

/** The georeference of a part of an image that begins at a place of it. */
function movedTo({ crs, transform }: Georeference, x: number, y: number): Georeference {
  const [east, north] = toGround(transform, x, y);
  return { crs, transform: transform.map((value, at) => (at === 2 ? east : at === 5 ? north : value)) };
}

/** A shape as a window shows it: whole, or the parts of it that lie inside. */
function windowed(instance: JsonRecord, edges: Edges, frame: Edges, report: TransferReport): JsonRecord[] {
  const moved = (shape: JsonRecord): JsonRecord => movedShape(shape, -frame.x1, -frame.y1);
  if (edges.x1 >= frame.x1 && edges.y1 >= frame.y1 && edges.x2 <= frame.x2 && edges.y2 <= frame.y2)
    return [moved(instance)];
  const { type } = instance;
  const parts = cutShape(instance, edges, frame);
  if (parts === undefined) {
    // A window counts it where most of it begins, so that it is counted once.
    if (edges.x1 >= frame.x1 && edges.y1 >= frame.y1)
      report.add(String(type), {
        one: 'was dropped, since it crosses the edge of a window',
        many: 'were dropped, since they cross edges of windows',
      });
    return [];
  }
  if (parts.length > 0)
    report.add('shape part', { one: 'was cut at the edge of a window', many: 'were cut at edges of windows' });
  return parts.map(moved);
}

/** The parts of a shape inside a frame, in pixels of the image; undefined of a type that cannot be cut. */
function cutShape(instance: JsonRecord, edges: Edges, frame: Edges): JsonRecord[] | undefined {
  const { type } = instance;
  if (type === 'bbox') {
    const inside = {
      x1: Math.max(edges.x1, frame.x1),
      y1: Math.max(edges.y1, frame.y1),
      x2: Math.min(edges.x2, frame.x2),
      y2: Math.min(edges.y2, frame.y2),
    };
    return inside.x2 > inside.x1 && inside.y2 > inside.y1 ? [{ ...instance, points: inside }] : [];
  }
  if (type === 'point') return [];
  if (type === 'polyline')
    return clippedLine(instance['points'] as readonly number[], frame).map(points => ({ ...instance, points }));
  const rings = ringsOf(instance);
  if (rings === undefined) return undefined;
  const found = combineAreas(rings, [boxRing(frame.x1, frame.y1, frame.x2, frame.y2)], 'intersection') ?? [];
  const { cx: _cx, cy: _cy, rx: _rx, ry: _ry, angle: _angle, ...shape } = instance;
  return found.map(({ points, exclude }) => ({
    ...shape,
    type: 'polygon',
    points: points.map(rounded),
    exclude: exclude.map(ring => ring.map(rounded)),
  }));
}
