import { Clipper64, ClipType, FillRule, PathType, PolyTree64 } from 'clipper2-ts';
import type { Path64, PolyPath64 } from 'clipper2-ts';
import { pathLength } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Area, AreaPart } from './area.ts';
import { isClean, isRing, partsArea } from './area.ts';

/** Operation on two areas: both together, the common part, or the first without the second. */
export type Combination = 'union' | 'intersection' | 'difference';

/**
 * Coordinates are written with two decimals, so that hundredths of a pixel are whole numbers and nothing is lost on the
 * way.
 */
const unitsPerPixel = 100;

const clipTypes: Readonly<Record<Combination, ClipType>> = {
  union: ClipType.Union,
  intersection: ClipType.Intersection,
  difference: ClipType.Difference,
};

/** Times a result is clipped again at most. */
const mostPasses = 4;

/**
 * Places of the second area that are tried one after the other, in hundredths of a pixel; off the first only when that
 * does not come out right.
 */
const nudges = [
  [0, 0],
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 1],
  [-1, -1],
  [2, 1],
  [-1, 2],
] as const;

/**
 * Combines two areas, each counted by the even-odd rule. The parts are those of the format: rings neither cross
 * themselves nor each other, largest part first. Each result is proved by its area against that of the counterpart;
 * when edges that lie on one another or touch lead the clipping astray, the second area is moved by a hundredth of a
 * pixel. Undefined when no try comes out right.
 */
export function combineAreas(first: Area, second: Area, combination: Combination): readonly AreaPart[] | undefined {
  const one = cleaned(execute(toPaths(first), [], ClipType.Union));
  const other = cleaned(execute(toPaths(second), [], ClipType.Union));
  const counterpart = clipTypes[combination === 'intersection' ? 'union' : 'intersection'];
  const slack = 0.02 * [...first, ...second].reduce((sum, ring) => sum + pathLength(ring, true), 1);
  const wanted = partsArea(one) + (combination === 'difference' ? 0 : partsArea(other));
  const subject = toPaths(ringsOf(one));
  for (const nudge of nudges) {
    const clipping = toPaths(ringsOf(other), nudge);
    const found = cleaned(execute(subject, clipping, clipTypes[combination]));
    const opposite = execute(subject, clipping, counterpart);
    if (Math.abs(partsArea(found) + partsArea(opposite) - wanted) <= slack && found.every(isClean)) return found;
  }
  return undefined;
}

/** The union of any number of areas; undefined when it does not come out right. */
export function uniteAreas(areas: readonly Area[]): readonly AreaPart[] | undefined {
  const [first = [], ...others] = areas;
  if (others.length === 0) return combineAreas(first, [], 'union');
  let sum: readonly AreaPart[] | undefined;
  for (const area of others) {
    sum = combineAreas(sum === undefined ? first : ringsOf(sum), area, 'union');
    if (sum === undefined) return undefined;
  }
  return sum;
}

/** The rings of parts; parts do not overlap, so that the even-odd rule counts them right. */
export function ringsOf(parts: readonly AreaPart[]): Area {
  return parts.flatMap(({ points, exclude }) => [points, ...exclude]);
}

/**
 * A crossing rounded to a hundredth of a pixel can bend an edge over the next one: clipped again, that crossing becomes
 * a vertex of its own.
 */
function cleaned(parts: readonly AreaPart[]): readonly AreaPart[] {
  let now = parts;
  for (let pass = 0; pass < mostPasses && !now.every(isClean); pass += 1)
    now = execute(toPaths(ringsOf(now)), [], ClipType.Union);
  return now;
}

function execute(subject: readonly Path64[], clipping: readonly Path64[], type: ClipType): readonly AreaPart[] {
  const clipper = new Clipper64();
  // A vertex on a straight edge may be one that neighbours share.
  clipper.preserveCollinear = true;
  clipper.addPaths([...subject], PathType.Subject);
  clipper.addPaths([...clipping], PathType.Clip);
  const tree = new PolyTree64();
  clipper.execute(type, FillRule.EvenOdd, tree);
  const parts: AreaPart[] = [];
  collect(tree, parts);
  return parts.toSorted((one, other) => partsArea([other]) - partsArea([one]));
}

/** Outer rings are the children of the root and of holes, holes those of outer rings. */
function collect(node: PolyPath64, parts: AreaPart[]): void {
  for (let index = 0; index < node.count; index += 1) {
    const outer = node.child(index);
    const exclude: (readonly number[])[] = [];
    for (let number = 0; number < outer.count; number += 1) {
      const hole = outer.child(number);
      const ring = fromPath(hole.poly);
      if (isRing(ring)) exclude.push(ring);
      collect(hole, parts);
    }
    const points = fromPath(outer.poly);
    if (isRing(points)) parts.push({ points, exclude });
  }
}

function toPaths(area: Area, [right, down]: readonly [number, number] = [0, 0]): readonly Path64[] {
  return area.map(ring =>
    Array.from({ length: ring.length >> 1 }, (_, index) => ({
      x: Math.round(ring[index * 2]! * unitsPerPixel) + right,
      y: Math.round(ring[index * 2 + 1]! * unitsPerPixel) + down,
    })),
  );
}

function fromPath(path: Path64 | null): readonly number[] {
  return (path ?? []).flatMap(({ x, y }) => [x / unitsPerPixel, y / unitsPerPixel]);
}
