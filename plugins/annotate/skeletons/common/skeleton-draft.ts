/**
 * A skeleton while it is drawn. Connections join places in `points`, from 0; `labels` has one name for each point,
 * empty for none.
 */
export interface SkeletonDraft {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly connections: readonly (readonly [number, number])[];
  readonly labels: readonly string[];
}

/** Size of the drawing in pixels; y goes down. */
export const drawing = { width: 640, height: 480 } as const;

export const emptySkeleton: SkeletonDraft = { points: [], connections: [], labels: [] };

const within = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)));
const inDrawing = (x: number, y: number): { readonly x: number; readonly y: number } => ({
  x: within(x, drawing.width),
  y: within(y, drawing.height),
});

/** One more point, joined to `from` where one is given. */
export function withPoint(
  { points, connections, labels }: SkeletonDraft,
  x: number,
  y: number,
  from?: number,
): SkeletonDraft {
  return {
    points: [...points, inDrawing(x, y)],
    connections: from === undefined ? connections : [...connections, [from, points.length]],
    labels: [...points.map((_, at) => labels[at] ?? ''), ''],
  };
}

export const withMoved = (draft: SkeletonDraft, at: number, x: number, y: number): SkeletonDraft => ({
  ...draft,
  points: draft.points.map((each, index) => (index === at ? inDrawing(x, y) : each)),
});

export const withLabel = (draft: SkeletonDraft, at: number, label: string): SkeletonDraft => ({
  ...draft,
  labels: draft.points.map((_, index) => (index === at ? label : (draft.labels[index] ?? ''))),
});

/** Without a point, its name and its lines; the points behind it move up. */
export function withoutPoint({ points, connections, labels }: SkeletonDraft, at: number): SkeletonDraft {
  const shifted = (end: number): number => (end > at ? end - 1 : end);
  return {
    points: points.toSpliced(at, 1),
    connections: connections.filter(line => !line.includes(at)).map(([from, to]) => [shifted(from), shifted(to)]),
    labels: labels.toSpliced(at, 1),
  };
}

/** Joins two points, or parts them when they are joined; a point is not joined to itself. */
export function withLine(draft: SkeletonDraft, from: number, to: number): SkeletonDraft {
  if (from === to) return draft;
  const left = draft.connections.filter(line => !(line.includes(from) && line.includes(to)));
  return { ...draft, connections: left.length < draft.connections.length ? left : [...draft.connections, [from, to]] };
}

/**
 * A click on a point while points are connected: the first one begins, each further one is connected with the one
 * before, and the same one again ends.
 */
export function withClick(
  draft: SkeletonDraft,
  from: number | undefined,
  at: number,
): { readonly draft: SkeletonDraft; readonly from: number | undefined } {
  if (from === undefined) return { draft, from: at };
  return from === at ? { draft, from: undefined } : { draft: withLine(draft, from, at), from: at };
}

/** Places of the points that one is joined to. */
export const neighboursOf = ({ connections }: SkeletonDraft, at: number): readonly number[] =>
  connections.flatMap(([from, to]) => (from === at ? [to] : to === at ? [from] : []));

/** The drawing, with the steps that led to it. */
export interface DrawnHistory {
  readonly past: readonly SkeletonDraft[];
  readonly now: SkeletonDraft;
  readonly future: readonly SkeletonDraft[];
}

export const historyOf = (now: SkeletonDraft): DrawnHistory => ({ past: [], now, future: [] });

/** One more step; what was undone is gone. */
export const drawn = ({ past, now }: DrawnHistory, next: SkeletonDraft): DrawnHistory =>
  next === now ? { past, now, future: [] } : { past: [...past.slice(-199), now], now: next, future: [] };

export const undone = (history: DrawnHistory): DrawnHistory =>
  history.past.length === 0
    ? history
    : { past: history.past.slice(0, -1), now: history.past.at(-1)!, future: [history.now, ...history.future] };

export const redone = (history: DrawnHistory): DrawnHistory =>
  history.future.length === 0
    ? history
    : { past: [...history.past, history.now], now: history.future[0]!, future: history.future.slice(1) };

/** A stored skeleton as it is drawn: shrunk into the drawing when it is larger, with a name for each point. */
export function draftOf({ points, connections, labels }: SkeletonDraft): SkeletonDraft {
  const [right, bottom] = [Math.max(1, ...points.map(each => each.x)), Math.max(1, ...points.map(each => each.y))];
  const [left, top] = [Math.min(0, ...points.map(each => each.x)), Math.min(0, ...points.map(each => each.y))];
  const scale = Math.min(1, drawing.width / (right - left), drawing.height / (bottom - top));
  return {
    points: points.map(({ x, y }) => inDrawing((x - left) * scale, (y - top) * scale)),
    connections,
    labels: points.map((_, at) => labels[at] ?? ''),
  };
}
