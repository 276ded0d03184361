/** A place in CSS pixels; y goes down. */
export interface ArcPlace {
  readonly x: number;
  readonly y: number;
}

/** One end of an arc: where it touches the label of its span, and the height of its lane above that row. */
export interface ArcEnd extends ArcPlace {
  readonly lane: number;
}

/** The way of an arc: its path as corners, where its name is written, and where the arrow points. */
export interface ArcRoute {
  readonly lines: readonly ArcPlace[];
  readonly name: ArcPlace;
  /** The place of the arrow's tip, and which way it points. */
  readonly tip: ArcPlace & { readonly down: boolean };
}

/** The x at which arcs pass from row to row, beside the text. */
export interface RowEdges {
  readonly margin: number;
}

/**
 * Returns the way between two ends: along the lane of one row, or out to the margin, along it, and back to the other
 * row.
 */
export function arcRoute(from: ArcEnd, to: ArcEnd, { margin }: RowEdges): ArcRoute {
  const tip = { x: to.x, y: to.y, down: true };
  if (Math.abs(from.y - to.y) < 4) {
    const lane = Math.min(from.lane, to.lane);
    return {
      lines: [from, { x: from.x, y: lane }, { x: to.x, y: lane }, to],
      name: { x: (from.x + to.x) / 2, y: lane },
      tip,
    };
  }
  return {
    lines: [
      from,
      { x: from.x, y: from.lane },
      { x: margin, y: from.lane },
      { x: margin, y: to.lane },
      { x: to.x, y: to.lane },
      to,
    ],
    name: { x: (from.x + margin) / 2, y: from.lane },
    tip,
  };
}

/** Returns the way of an arc whose other end is out of sight: out to the margin, and a little way up or down there. */
export function arcTail(here: ArcEnd, leaves: boolean, below: boolean, { margin }: RowEdges): ArcRoute {
  const far = { x: margin, y: here.lane + (below ? 22 : -22) };
  return {
    lines: [here, { x: here.x, y: here.lane }, { x: margin, y: here.lane }, far],
    name: { x: (here.x + margin) / 2, y: here.lane },
    tip: leaves ? { ...far, down: below } : { x: here.x, y: here.y, down: true },
  };
}

const RADIUS = 5;

/** SVG path data of a polyline with rounded corners. */
export function roundedPath(places: readonly ArcPlace[]): string {
  const [first, ...rest] = places;
  if (first === undefined) return '';
  let path = `M${first.x} ${first.y}`;
  for (const [at, corner] of rest.entries()) {
    const next = rest[at + 1];
    const before = places[at]!;
    if (next === undefined) {
      path += `L${corner.x} ${corner.y}`;
      continue;
    }
    const start = towards(corner, before);
    const end = towards(corner, next);
    path += `L${start.x} ${start.y}Q${corner.x} ${corner.y} ${end.x} ${end.y}`;
  }
  return path;
}

/** The place on the way from a corner to another place at which its rounding ends. */
function towards(corner: ArcPlace, other: ArcPlace): ArcPlace {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y);
  if (length === 0) return corner;
  const share = Math.min(RADIUS, length / 2) / length;
  return { x: corner.x + (other.x - corner.x) * share, y: corner.y + (other.y - corner.y) * share };
}
