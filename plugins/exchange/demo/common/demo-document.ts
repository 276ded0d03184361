import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { Answers, DrawnShape } from './drawn-shape.ts';
import type { DemoItem } from './demo-plan.ts';
import { shapeInView } from './picture-view.ts';
import { SeededRandom } from './seeded-random.ts';

/** People of the demo, by e-mail. */
export interface DemoPeople {
  readonly annotator: string;
  readonly reviewer: string;
}

const day = 86_400_000;

function attributesOf(answers: Answers): JsonRecord[] {
  return Object.entries(answers).flatMap(([groupName, value]) =>
    (Array.isArray(value) ? (value as readonly string[]) : [value as string | number]).map(name => ({
      groupName,
      name,
    })),
  );
}

function geometryOf(shape: DrawnShape): JsonRecord {
  switch (shape.type) {
    case 'bbox':
      return { points: { x1: shape.corners[0], y1: shape.corners[1], x2: shape.corners[2], y2: shape.corners[3] } };
    case 'polygon':
      return { points: shape.points, exclude: [] };
    case 'polyline':
      return { points: shape.points };
    case 'point':
      return { x: shape.x, y: shape.y };
    case 'ellipse':
      return { cx: shape.cx, cy: shape.cy, rx: shape.rx, ry: shape.ry, angle: 0 };
  }
}

/** Returns the place of a comment about a shape. */
function pinOf(shape: DrawnShape): { readonly x: number; readonly y: number } {
  if (shape.type === 'point') return { x: shape.x, y: shape.y };
  if (shape.type === 'ellipse') return { x: shape.cx, y: shape.cy };
  return shape.type === 'bbox'
    ? { x: shape.corners[0], y: shape.corners[1] }
    : { x: shape.points[0]!, y: shape.points[1]! };
}

/**
 * The annotations of an item that was begun, in the export form; undefined when nobody has opened it. Completed items
 * have approved objects, returned ones an object that was disapproved, with a comment.
 *
 * @param now milliseconds since 1970 in UTC; the work was done in the days before
 */
export function demoDocument(item: DemoItem, people: DemoPeople, now: number): JsonRecord | undefined {
  if (item.drawn === 0) return undefined;
  const random = new SeededRandom(item.seed);
  const seen = item.photograph.shapes.flatMap(shape => shapeInView(shape, item.view) ?? []);
  const drawn = seen.slice(0, Math.max(1, Math.round(seen.length * item.drawn)));
  const begun = now - random.between(0.2, 20) * day;
  const author = { email: people.annotator, role: 'Annotator' };
  const reviewer = { email: people.reviewer, role: 'QA' };
  const rejected = item.stage === 'Returned' ? random.whole(0, drawn.length - 1) : -1;
  const stamped = (entry: JsonRecord, index: number): JsonRecord => {
    const at = new Date(begun + index * 20_000).toISOString();
    return { ...entry, creationType: 'Manual', createdAt: at, createdBy: author, updatedAt: at, updatedBy: author };
  };
  const decision = (index: number): boolean | null => {
    if (item.stage === 'Completed') return random.chance(0.8) ? false : null;
    return index === rejected ? true : null;
  };
  const instances = drawn.map((shape, index) =>
    stamped(
      {
        type: shape.type,
        className: shape.className,
        attributes: attributesOf(shape.answers),
        ...geometryOf(shape),
        probability: 100,
        groupId: 0,
        pointLabels: {},
        trackingId: null,
        locked: false,
        visible: true,
        error: decision(index),
      },
      index,
    ),
  );
  const scene = stamped(
    { type: 'tag', className: 'Scene', attributes: attributesOf(item.photograph.scene), probability: 100 },
    drawn.length,
  );
  const comment =
    rejected < 0
      ? []
      : [
          {
            ...stamped({ ...pinOf(drawn[rejected]!), resolved: false }, drawn.length + 40),
            createdBy: reviewer,
            updatedBy: reviewer,
            correspondence: [
              {
                text: random.pick([
                  'The outline is too wide here, please follow the edge.',
                  'Is this the right class?',
                  'Part of it is missing.',
                ]),
                ...reviewer,
              },
            ],
          },
        ];
  return {
    metadata: { name: item.name, width: item.view.outWidth, height: item.view.outHeight },
    instances: item.stage === 'InProgress' ? instances : [...instances, scene],
    tags: [
      ...(item.photograph.scene['Setting'] === 'Studio' ? ['plain background'] : []),
      ...(item.view.mirrored ? ['mirrored'] : []),
    ],
    comments: comment,
  };
}
