import type { Author } from '#plugins/annotate/annotations/common/index.ts';
import { replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import { reversed } from './border-path.ts';
import type { AreaEdit } from './clipping/area-edits.ts';
import { deleteAll, stamped } from './selection-edits.ts';
import type { PolylineInstance } from './shapes.ts';

/**
 * Joins lines end to end into the first one: each time the line whose end is nearest to an end of what is joined
 * already.
 */
export function joinLines(lines: readonly PolylineInstance[], by: Author): AreaEdit {
  const [first, ...others] = lines as readonly [PolylineInstance, ...PolylineInstance[]];
  let joined = first.points;
  let before = 0;
  let rest = others.map(line => line.points);
  while (rest.length > 0) {
    const best = rest
      .flatMap((points, index) => waysToJoin(joined, points).map(way => ({ ...way, index })))
      .reduce((one, other) => (other.gap < one.gap ? other : one));
    joined = best.points;
    before += best.before;
    rest = rest.toSpliced(best.index, 1);
  }
  // The vertices of the first line are now behind those that were put before them.
  const pointLabels = Object.fromEntries(
    Object.entries(first.pointLabels ?? {}).map(([key, text]) => [String(Number(key) + before), text]),
  );
  const after = stamped({ ...first, points: joined, ...(first.pointLabels === undefined ? {} : { pointLabels }) }, by);
  return { patches: [replaceInstance(first, after), ...deleteAll(others, true)], ids: [first.id] };
}

interface WayToJoin {
  readonly gap: number;
  readonly points: readonly number[];
  /** Vertices that came before those of the joined line. */
  readonly before: number;
}

function waysToJoin(joined: readonly number[], points: readonly number[]): readonly WayToJoin[] {
  return [points, reversed(points)].flatMap(way => [
    { gap: gapBetween(joined, way), points: chained(joined, way), before: 0 },
    {
      gap: gapBetween(way, joined),
      points: chained(way, joined),
      before: (chained(way, joined).length - joined.length) / 2,
    },
  ]);
}

function gapBetween(first: readonly number[], second: readonly number[]): number {
  return Math.hypot(first.at(-2)! - second[0]!, first.at(-1)! - second[1]!);
}

/** One line behind the other; where they meet there is one vertex. */
function chained(first: readonly number[], second: readonly number[]): readonly number[] {
  return gapBetween(first, second) <= 0.01 ? [...first, ...second.slice(2)] : [...first, ...second];
}
