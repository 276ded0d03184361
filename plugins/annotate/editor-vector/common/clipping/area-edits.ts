import type { Author, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { insertInstance, newId, replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import { nextGroupId } from '../groups.ts';
import { deleteAll, stamped } from '../selection-edits.ts';
import type { PolygonInstance } from '../shapes.ts';
import { isVectorInstance } from '../shapes.ts';
import type { AreaPart } from './area.ts';
import { areaOf, isClean, partsArea } from './area.ts';
import { combineAreas, ringsOf, uniteAreas } from './combine-areas.ts';
import { partLine } from './line-crossings.ts';
import { sliceArea } from './slice-area.ts';

interface Made {
  readonly patches: readonly Patch[];
  readonly ids: readonly string[];
}

/** Operations on the areas of shapes. */
export type AreaAct = 'join' | 'subtract' | 'cut-out' | 'intersect';

/** Patches of an act and the ids of what it made, or why it cannot be. */
export type AreaEdit = Made | { readonly refused: string };

const outline = 'The outlines cannot be separated. Look for one that runs back over itself.';

/**
 * Joins, subtracts or intersects shapes that cover areas. The first one keeps its place, id, class and attributes; what
 * it becomes is a polygon, or several in one group. `subtract` leaves the other shapes as they are, all else deletes
 * them. `all` are the instances of the document.
 */
export function combineShapes(
  act: AreaAct,
  shapes: readonly Instance[],
  all: readonly Instance[],
  by: Author,
): AreaEdit {
  const [first, ...others] = shapes;
  if (first === undefined || others.length === 0)
    return { refused: 'Select two shapes or more that cover an area: the one that is kept first.' };
  const parts = combined(act, first, others);
  if (parts === undefined) return { refused: outline };
  if (parts.length === 0)
    return {
      refused: act === 'intersect' ? 'The shapes have nothing in common.' : 'Nothing would be left of the first shape.',
    };
  if (
    (act === 'subtract' || act === 'cut-out') &&
    partsArea(combineAreas(areaOf(first), [], 'union') ?? []) - partsArea(parts) < 0.01
  )
    return { refused: 'The shapes do not overlap.' };
  const made = asPolygons(first, parts, all, by);
  return { patches: [...made.patches, ...(act === 'subtract' ? [] : deleteAll(others, true))], ids: made.ids };
}

/**
 * Cuts shapes along a line; each becomes as many polygons, or lines, as it is parted in, all with its class and
 * attributes and in the groups it was in.
 */
export function sliceShapes(
  shapes: readonly Instance[],
  line: readonly number[],
  all: readonly Instance[],
  by: Author,
): AreaEdit {
  const places = new Map(all.map(({ id }, place) => [id, place]));
  // The topmost first: what is put in above it moves none of the others.
  const cut = shapes
    .toSorted((one, other) => (places.get(other.id) ?? 0) - (places.get(one.id) ?? 0))
    .map(shape => ({ shape, parts: slicedParts(shape, line) }));
  const sliced = cut.flatMap(({ shape, parts }) =>
    parts === undefined || parts.length < 2 ? [] : [inParts(shape, parts, all, by, shape.groupId)],
  );
  if (sliced.length === 0)
    return { refused: cut.some(({ parts }) => parts === undefined) ? outline : 'The line must cut through the shape.' };
  return { patches: sliced.flatMap(({ patches }) => patches), ids: sliced.flatMap(({ ids }) => ids) };
}

function slicedParts(shape: Instance, line: readonly number[]): readonly Instance[] | undefined {
  if (isVectorInstance(shape) && shape.type === 'polyline')
    return partLine(shape.points, line).map(points => ({ ...shape, points, ...labelsAt(shape, points) }));
  return sliceArea(areaOf(shape), line)?.map(part => polygonFrom(shape, part));
}

function combined(act: AreaAct, first: Instance, others: readonly Instance[]): readonly AreaPart[] | undefined {
  if (act === 'join') return uniteAreas([first, ...others].map(areaOf));
  let rest: readonly AreaPart[] | undefined = combineAreas(areaOf(first), [], 'union');
  for (const other of others) {
    if (rest === undefined) return undefined;
    rest = combineAreas(ringsOf(rest), areaOf(other), act === 'intersect' ? 'intersection' : 'difference');
  }
  return rest?.every(isClean) === true ? rest : undefined;
}

/** A shape replaced by polygons, several of them in one group. */
function asPolygons(shape: Instance, parts: readonly AreaPart[], all: readonly Instance[], by: Author): Made {
  const groupId = parts.length > 1 && (shape.groupId ?? 0) === 0 ? nextGroupId(all) : shape.groupId;
  return inParts(
    shape,
    parts.map(part => polygonFrom(shape, part)),
    all,
    by,
    groupId,
  );
}

/** A shape replaced by its parts: the first takes its place, the others are put right above it. */
function inParts(
  shape: Instance,
  parts: readonly Instance[],
  all: readonly Instance[],
  by: Author,
  groupId: number | undefined,
): Made {
  const now = new Date();
  const at = now.toISOString();
  const common = groupId === undefined ? {} : { groupId };
  const [first, ...others] = parts as readonly [Instance, ...Instance[]];
  const kept = stamped({ ...first, ...common }, by, now);
  const place = all.findIndex(({ id }) => id === shape.id);
  const added = others.map((part): Instance => ({
    ...part,
    ...common,
    id: newId(),
    trackingId: null,
    error: null,
    creationType: 'Manual',
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
  }));
  return {
    patches: [replaceInstance(shape, kept), ...added.map((one, index) => insertInstance(one, place + 1 + index))],
    ids: [kept.id, ...added.map(({ id }) => id)],
  };
}

const geometryFields: ReadonlySet<string> = new Set(['points', 'exclude', 'cx', 'cy', 'rx', 'ry', 'angle']);

/** The instance with the geometry of a polygon; the labels of vertices that are still there stay with them. */
function polygonFrom(shape: Instance, { points, exclude }: AreaPart): PolygonInstance {
  const others = Object.fromEntries(
    Object.entries(shape).filter(([field]) => !geometryFields.has(field)),
  ) as unknown as Instance;
  const polygon: PolygonInstance = { ...others, type: 'polygon', points, exclude };
  if (shape.type === 'polygon') return { ...polygon, ...labelsAt(shape, points) };
  return Object.keys(shape.pointLabels ?? {}).length === 0 ? polygon : { ...polygon, pointLabels: {} };
}

/** The labels of a path's vertices at those that are still there. */
function labelsAt(shape: Instance, points: readonly number[]): Pick<Instance, 'pointLabels'> {
  const labels = Object.entries(shape.pointLabels ?? {});
  return labels.length === 0 ? {} : { pointLabels: movedLabels(labels, shape['points'] as readonly number[], points) };
}

function movedLabels(
  labels: readonly (readonly [string, string])[],
  before: readonly number[],
  after: readonly number[],
): Readonly<Record<string, string>> {
  const places = new Map(
    Array.from(
      { length: after.length >> 1 },
      (_, index) => [`${after[index * 2]} ${after[index * 2 + 1]}`, index] as const,
    ),
  );
  return Object.fromEntries(
    labels.flatMap(([key, text]) => {
      const index = places.get(`${before[Number(key) * 2]} ${before[Number(key) * 2 + 1]}`);
      return index === undefined ? [] : [[String(index), text] as const];
    }),
  );
}
