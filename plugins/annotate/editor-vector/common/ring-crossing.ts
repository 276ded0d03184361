interface Segment {
  readonly ring: number;
  /** Position of the segment in its ring; neighbours share a vertex and may touch there. */
  readonly at: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

const left = (segment: Segment): number => Math.min(segment.x1, segment.x2);
const right = (segment: Segment): number => Math.max(segment.x1, segment.x2);

function segmentsOf(ring: readonly number[], number: number): Segment[] {
  const count = ring.length >> 1;
  const segments: Segment[] = [];
  for (let at = 0; at < count; at += 1) {
    const next = (at + 1) % count;
    const segment = {
      ring: number,
      at: segments.length,
      x1: ring[at * 2]!,
      y1: ring[at * 2 + 1]!,
      x2: ring[next * 2]!,
      y2: ring[next * 2 + 1]!,
    };
    if (segment.x1 !== segment.x2 || segment.y1 !== segment.y2) segments.push(segment);
  }
  return segments;
}

/** Returns the side of the segment on which a place lies: positive, negative, 0 on the line. */
const side = (segment: Segment, x: number, y: number): number =>
  Math.sign((segment.x2 - segment.x1) * (y - segment.y1) - (segment.y2 - segment.y1) * (x - segment.x1));

function cross(one: Segment, other: Segment): boolean {
  const a = side(one, other.x1, other.y1);
  const b = side(one, other.x2, other.y2);
  const c = side(other, one.x1, one.y1);
  const d = side(other, one.x2, one.y2);
  return a * b < 0 && c * d < 0;
}

/** Pairs of segments that are looked at before the search ends without an answer: every save waits for it. */
const MOST_COMPARISONS = 1_000_000;

/**
 * Calls back for pairs of segments that cross inside both, until the callback says that it has seen enough. False when
 * the search was given up.
 */
function crossings(segments: Segment[], found: (one: Segment, other: Segment) => boolean): boolean {
  segments.sort((one, other) => left(one) - left(other));
  let active: Segment[] = [];
  let comparisons = 0;
  for (const segment of segments) {
    comparisons += active.length;
    if (comparisons > MOST_COMPARISONS) return false;
    const from = left(segment);
    active = active.filter(other => right(other) >= from);
    const low = Math.min(segment.y1, segment.y2);
    const high = Math.max(segment.y1, segment.y2);
    for (const other of active) {
      if (Math.min(other.y1, other.y2) > high || Math.max(other.y1, other.y2) < low) continue;
      if (cross(segment, other) && found(segment, other)) return true;
    }
    active.push(segment);
  }
  return true;
}

/**
 * True when edges of a closed ring (flat list) cross. Edges that only touch, as in a ring that comes back to one of
 * its vertices, do not cross. Undefined when finding out takes more than a million comparisons.
 */
export function crossesItself(ring: readonly number[]): boolean | undefined {
  let result = false;
  const known = crossings(segmentsOf(ring, 0), () => (result = true));
  return known ? result : undefined;
}

/**
 * The pairs of rings, by position with the smaller first, of which edges cross each other; those found within a million
 * comparisons.
 */
export function crossingRings(rings: readonly (readonly number[])[]): readonly (readonly [number, number])[] {
  const pairs = new Map<string, readonly [number, number]>();
  crossings(rings.flatMap(segmentsOf), (one, other) => {
    if (one.ring !== other.ring) {
      const pair = [Math.min(one.ring, other.ring), Math.max(one.ring, other.ring)] as const;
      pairs.set(pair.join(), pair);
    }
    return false;
  });
  return [...pairs.values()].toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
}
