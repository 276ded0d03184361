import type { ThreadLocation } from '#plugins/annotate/annotations/common/index.ts';
import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { FrameRange } from './frame-range.ts';
import type { FrameTable } from '../common/media/frame-table.ts';
import { messages } from './messages.ts';

/** The frame that is shown, of those of a video. */
export interface ShownFrame {
  readonly frame: number;
  readonly table: FrameTable;
}

/** A place of a picture as one of the frame that is shown, or of the marked range around it; times in microseconds. */
export function threadPlaceOn(
  { x, y }: Place,
  { frame, table }: ShownFrame,
  range?: FrameRange,
): { readonly x: number; readonly y: number; readonly start: number; readonly end: number } {
  const { from, to } =
    range !== undefined && range.from <= frame && frame <= range.to ? range : { from: frame, to: frame };
  return { x, y, start: table.timeOf(from), end: table.timeOf(to) };
}

/** Names the frames that a thread is about; undefined for one about the video as such. */
export function threadFrames({ start, end }: ThreadLocation, { table }: ShownFrame): string | undefined {
  if (typeof start !== 'number') return undefined;
  const [from, to] = [table.frameOf(start), table.frameOf(end ?? start)];
  return from === to
    ? messages.frameThreads.frameFrom(from + 1)
    : messages.frameThreads.framesCountTo(from + 1, to + 1);
}

/** The first frame a thread is about; undefined for one about the video as such. */
export const frameOfThread = ({ start }: ThreadLocation, { table }: ShownFrame): number | undefined =>
  typeof start === 'number' ? table.frameOf(start) : undefined;

/** Returns the place of a thread's pin on the frame that is shown; undefined when it is about others. */
export function pinOn(thread: ThreadLocation, shown: ShownFrame): Place | undefined {
  const { x, y, start, end } = thread;
  if (typeof x !== 'number' || typeof y !== 'number') return undefined;
  if (typeof start !== 'number') return { x, y };
  const { frame, table } = shown;
  return table.frameOf(start) <= frame && frame <= table.frameOf(end ?? start) ? { x, y } : undefined;
}
