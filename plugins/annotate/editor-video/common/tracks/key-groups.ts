import type { FrameTable } from '../media/frame-table.ts';
import { setsAttributesOnly } from './attribute-keys.ts';
import { keysOn, sampleAt } from './interpolate.ts';
import { keyFrames } from './segment-edits.ts';
import { moveKey, removeKey, setAttributeKey, setKey } from './track-edits.ts';
import type { KeyContent, Track } from './track.ts';

/** Key frames of one track, as frames in ascending order. */
export interface KeyGroup {
  readonly track: Track;
  readonly frames: readonly number[];
}

/** A track before and after an edit. */
export type TrackChange = readonly [before: Track, after: Track];

/**
 * Moves key frames of several tracks by as many frames, so that what lies between them stays: by fewer where one of
 * them would pass a neighbour that stays, another segment or the end of the video.
 */
export function moveKeys(groups: readonly KeyGroup[], by: number, table: FrameTable): readonly TrackChange[] {
  for (let wanted = by; wanted !== 0;) {
    const moves = groups.map(group => moved(group, wanted, table));
    const reached = moves.reduce((least, { by: one }) => (Math.abs(one) < Math.abs(least) ? one : least), wanted);
    if (reached === wanted) return groups.map(({ track }, at) => [track, moves[at]!.track]);
    wanted = reached;
  }
  return groups.map(({ track }) => [track, track]);
}

/**
 * One key frame after the other, the foremost first; answers by how many frames the one that was held up most moved.
 */
function moved(
  { track, frames }: KeyGroup,
  by: number,
  table: FrameTable,
): { readonly track: Track; readonly by: number } {
  let [changed, least] = [track, by];
  for (const frame of by > 0 ? frames.toReversed() : frames) {
    const next = moveKey(changed, frame, frame + by, table);
    const way = next === changed ? 0 : landing(changed, next, frame, table) - frame;
    if (Math.abs(way) < Math.abs(least)) least = way;
    changed = next;
  }
  return { track: changed, by: least };
}

/** The frame that the key frame which was moved came to. */
function landing(before: Track, after: Track, frame: number, table: FrameTable): number {
  const known = new Set(framesOfKeys(before, table));
  return framesOfKeys(after, table).find(each => !known.has(each)) ?? frame;
}

const framesOfKeys = (track: Track, table: FrameTable): readonly number[] =>
  track.parameters.flatMap(segment => keyFrames(segment, table));

/** Removes key frames. The only one of a segment stays. */
export const removeKeys = (groups: readonly KeyGroup[], table: FrameTable): readonly TrackChange[] =>
  groups.map(({ track, frames }) => [track, frames.reduce((left, frame) => removeKey(left, frame, table), track)]);

/** Repeats key frames so many frames on, where the track is visible there. */
export const copyKeys = (groups: readonly KeyGroup[], by: number, table: FrameTable): readonly TrackChange[] =>
  groups.map(({ track, frames }) => {
    const copies = frames.flatMap(frame => {
      const to = frame + by;
      const content = keyAt(track, frame, table);
      return content === undefined || to < 0 || to > table.last ? [] : [{ to, ...content }];
    });
    return [
      track,
      copies.reduce(
        (copied, { to, content, attributesOnly }) =>
          attributesOnly ? setAttributeKey(copied, to, content.attributes, table) : setKey(copied, to, content, table),
        track,
      ),
    ];
  });

function keyAt(
  track: Track,
  frame: number,
  table: FrameTable,
): { readonly content: KeyContent; readonly attributesOnly: boolean } | undefined {
  const sample = sampleAt(track, frame, table);
  if (sample?.isKey !== true) return undefined;
  const segment = track.parameters[sample.segment]!;
  return { content: sample.content, attributesOnly: setsAttributesOnly(segment, keysOn(segment, frame, table).from) };
}
