import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Area } from './area.ts';

/** A straight piece from one place to another. */
export type Piece = readonly [x1: number, y1: number, x2: number, y2: number];

/** A place on a segment, by how far along it lies. */
interface Stop extends Place {
  readonly along: number;
}

/**
 * Rings and a line with a vertex wherever they meet, and where the line crosses itself. The new vertices have two
 * decimals and are the same on both, so that what is made of the pieces shares them.
 */
export function crossingsOf(
  rings: Area,
  line: readonly number[],
): { readonly rings: Area; readonly line: readonly Piece[] } {
  const segments = piecesOf(line, false);
  const stops: Stop[][] = segments.map(() => []);
  const stopped = rings.map(ring =>
    piecesOf(ring, true).flatMap(edge => {
      const onEdge: Stop[] = [];
      for (const [index, segment] of segments.entries()) {
        for (const { first, second } of meetings(edge, segment)) {
          onEdge.push(first);
          stops[index]!.push(second);
        }
      }
      return between(edge, onEdge).flatMap(([x, y]) => [x, y]);
    }),
  );
  for (const [index, segment] of segments.entries()) {
    for (let other = index + 1; other < segments.length; other += 1) {
      for (const { first, second } of meetings(segment, segments[other]!)) {
        stops[index]!.push(first);
        stops[other]!.push(second);
      }
    }
  }
  return { rings: stopped, line: segments.flatMap((segment, index) => between(segment, stops[index]!)) };
}

/**
 * A line (flat list) in the parts that another one cuts it into; where it is cut both parts have a vertex. One part
 * when it is not cut.
 */
export function partLine(points: readonly number[], cut: readonly number[]): readonly (readonly number[])[] {
  const blades = piecesOf(cut, false);
  const parts: number[][] = [[points[0]!, points[1]!]];
  for (const segment of piecesOf(points, false)) {
    const stops = blades.flatMap(blade => meetings(segment, blade).map(({ first }) => first));
    const places = new Set(stops.map(({ x, y }) => `${x} ${y}`));
    for (const [, , x, y] of between(segment, stops)) {
      parts.at(-1)!.push(x, y);
      if (places.has(`${x} ${y}`)) parts.push([x, y]);
    }
  }
  // A cut through an end parts nothing off.
  return parts.filter(part => part.length >= 4);
}

function piecesOf(points: readonly number[], closed: boolean): readonly Piece[] {
  const count = points.length >> 1;
  const pieces = Array.from({ length: closed ? count : count - 1 }, (_, index): Piece => {
    const next = (index + 1) % count;
    return [points[index * 2]!, points[index * 2 + 1]!, points[next * 2]!, points[next * 2 + 1]!];
  });
  return pieces.filter(([x1, y1, x2, y2]) => x1 !== x2 || y1 !== y2);
}

/** The pieces of a segment between the places on it. */
function between(segment: Piece, stops: readonly Stop[]): readonly Piece[] {
  const [x1, y1, x2, y2] = segment;
  const pieces: Piece[] = [];
  let [x, y] = [x1, y1];
  for (const stop of [...stops.toSorted((one, other) => one.along - other.along), { x: x2, y: y2 }]) {
    if (stop.x === x && stop.y === y) continue;
    pieces.push([x, y, stop.x, stop.y]);
    [x, y] = [stop.x, stop.y];
  }
  return pieces;
}

/**
 * Returns the meeting points of two segments: at a crossing, or at the ends that lie on the other one when they run
 * along each other.
 */
function meetings(first: Piece, second: Piece): readonly { readonly first: Stop; readonly second: Stop }[] {
  const [x1, y1, x2, y2] = first;
  const [x3, y3, x4, y4] = second;
  if (
    Math.max(x1, x2) < Math.min(x3, x4) ||
    Math.max(x3, x4) < Math.min(x1, x2) ||
    Math.max(y1, y2) < Math.min(y3, y4) ||
    Math.max(y3, y4) < Math.min(y1, y2)
  )
    return [];
  const cross = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3);
  if (Math.abs(cross) < 1e-9) return alongEachOther(first, second);
  const along = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / cross;
  const alongOther = ((x3 - x1) * (y2 - y1) - (y3 - y1) * (x2 - x1)) / cross;
  if (along < -1e-9 || along > 1 + 1e-9 || alongOther < -1e-9 || alongOther > 1 + 1e-9) return [];
  const place = { x: roundCoordinate(x1 + along * (x2 - x1)), y: roundCoordinate(y1 + along * (y2 - y1)) };
  return [{ first: { ...place, along }, second: { ...place, along: alongOther } }];
}

function alongEachOther(first: Piece, second: Piece): readonly { readonly first: Stop; readonly second: Stop }[] {
  const ends: readonly Place[] = [
    { x: first[0], y: first[1] },
    { x: first[2], y: first[3] },
    { x: second[0], y: second[1] },
    { x: second[2], y: second[3] },
  ];
  return ends.flatMap(place => {
    const along = placeOn(first, place);
    const alongOther = placeOn(second, place);
    return along === undefined || alongOther === undefined
      ? []
      : [{ first: { ...place, along }, second: { ...place, along: alongOther } }];
  });
}

/** Returns the position along a segment of a place on it; undefined when it lies beside. */
function placeOn([x1, y1, x2, y2]: Piece, { x, y }: Place): number | undefined {
  const square = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / square;
  const away = Math.abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / Math.sqrt(square);
  return along < -1e-9 || along > 1 + 1e-9 || away > 1e-6 ? undefined : along;
}
