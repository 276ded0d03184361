import type { FrameTable, Segment, TrackKey } from '#plugins/annotate/editor-video/common/index.ts';
import { between, closed, endTime } from '#plugins/annotate/editor-video/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { sameJson } from '#plugins/annotate/annotations/common/index.ts';

/** State of an object on a frame in a foreign file. */
export interface SeenOnFrame {
  /** From 0. */
  readonly frame: number;
  /** Geometry of the key frame, and whether it is occluded. */
  readonly geometry: JsonRecord;
  /** Raw foreign values by name. */
  readonly attributes?: JsonRecord;
}

/** Pixels within which a key frame counts as lying on the line between its neighbours. */
const COLLINEAR = 0.01;

/** The key frame of a state, with its raw values under `raw`. */
const keyOf = ({ frame, geometry, attributes = {} }: SeenOnFrame, table: FrameTable): TrackKey => ({
  timestamp: table.timeOf(frame),
  ...geometry,
  raw: attributes,
});

/**
 * A segment that shows the given states, ascending by frame, up to and including the frame `last`.
 *
 * @throws RangeError when there is no state
 */
export function segmentOf(seen: readonly SeenOnFrame[], last: number, table: FrameTable): Segment {
  const first = seen[0];
  if (first === undefined) throw new RangeError('A segment needs at least one state');
  const keys = seen.map(each => keyOf(each, table));
  const end = endTime(first.frame, table.clamp(last), table);
  const [before, final] = [keys.at(-2), keys.at(-1)!];
  const reaches = seen.length > 1 && seen.at(-1)!.frame === table.clamp(last);
  // A last state that only repeats the one before marks where the segment ends.
  const repeats =
    reaches &&
    before !== undefined &&
    sameJson({ ...before, timestamp: 0 }, { ...final, timestamp: 0 }) &&
    seen.at(-1)!.frame - seen.at(-2)!.frame > 1;
  const timestamps = repeats
    ? keys.slice(0, -1)
    : reaches
      ? [...keys.slice(0, -1), { ...final, timestamp: end }]
      : keys;
  return closed({ start: table.timeOf(first.frame), end, timestamps }, table);
}

/** Splits states at gaps in their frame numbers. */
export function withoutGaps(seen: readonly SeenOnFrame[]): readonly (readonly SeenOnFrame[])[] {
  const runs: SeenOnFrame[][] = [];
  for (const each of seen) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1)!.frame === each.frame - 1) run.push(each);
    else runs.push([each]);
  }
  return runs;
}

/** Geometry between two states; `timeOf` says when a frame is. */
const interpolated = (
  type: string,
  before: SeenOnFrame,
  after: SeenOnFrame,
  frame: number,
  timeOf: (frame: number) => number,
): JsonRecord =>
  between(
    type,
    { timestamp: timeOf(before.frame), ...before.geometry },
    { timestamp: timeOf(after.frame), ...after.geometry },
    timeOf(frame),
  );

/** The state of an object between two that a file gives, for tools that interpolate by frame numbers. */
export const stateBetween = (type: string, before: SeenOnFrame, after: SeenOnFrame, frame: number): SeenOnFrame => ({
  ...before,
  frame,
  geometry: interpolated(type, before, after, frame, each => each),
});

/**
 * Leaves out states that interpolation gives within {@link COLLINEAR}. The states follow frame on frame. The first and
 * last stay, and so does every change of attributes.
 */
export function withoutCollinear(
  type: string,
  seen: readonly SeenOnFrame[],
  table: FrameTable,
): readonly SeenOnFrame[] {
  const kept = seen.slice(0, 1);
  for (let at = 0; at < seen.length - 1;) {
    at = endOfLine(type, seen, table, at);
    kept.push(seen[at]!);
  }
  return kept;
}

/** Most states that one stretch between two key frames leaves out. */
const LONGEST_STRETCH = 64;

/**
 * Place of the last state of a line that begins at a place. It is searched in steps that double and then halve, so that
 * each state is compared a few times, however long its line is.
 */
function endOfLine(type: string, seen: readonly SeenOnFrame[], table: FrameTable, from: number): number {
  const last = Math.min(seen.length - 1, from + LONGEST_STRETCH);
  let [end, step] = [from + 1, 1];
  for (; end < last && fits(type, seen, table, from, Math.min(end + step, last)); step *= 2)
    end = Math.min(end + step, last);
  for (step = Math.floor(step / 2); step >= 1; step = Math.floor(step / 2))
    if (end + step <= last && fits(type, seen, table, from, end + step)) end += step;
  return end;
}

/** True when all states between two places lie on the line between them. */
function fits(type: string, seen: readonly SeenOnFrame[], table: FrameTable, from: number, to: number): boolean {
  const [before, after] = [seen[from]!, seen[to]!];
  for (let at = from + 1; at < to; at += 1) {
    const state = seen[at]!;
    if (!sameJson(state.attributes ?? {}, before.attributes ?? {})) return false;
    if (
      !isNear(
        interpolated(type, before, after, state.frame, each => table.timeOf(each)),
        state.geometry,
      )
    )
      return false;
  }
  return true;
}

function isNear(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) <= COLLINEAR;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return sameJson(one, other);
  const [mine, theirs] = [Object.entries(one), other as Record<string, unknown>];
  return (
    mine.length === Object.keys(theirs).length &&
    mine.every(([key, value]) => key in theirs && isNear(value, theirs[key]))
  );
}
