import { describe, expect, it } from 'vitest';
import { FrameTable } from '../media/frame-table.ts';
import { setAttributes } from './attribute-edits.ts';
import { sampleAt } from './interpolate.ts';
import { copyKeys, moveKeys, removeKeys } from './key-groups.ts';
import { heldSegment, keyFrames } from './segment-edits.ts';
import { moveKey, setKey } from './track-edits.ts';
import type { Track } from './track.ts';
import { trackingSpan, withTracked } from './tracked-keys.ts';

const table = FrameTable.regular(10, 10_000_000);
const at = (x: number): { points: { x1: number; y1: number; x2: number; y2: number }; attributes: [] } => ({
  points: { x1: x, y1: 10, x2: x + 20, y2: 30 },
  attributes: [],
});
/** A box with key frames at these frames, as far to the right as their numbers. */
const trackOf = (first: number, last: number, ...frames: readonly number[]): Track =>
  frames.reduce<Track>((track, frame) => setKey(track, frame, at(frame), table), {
    id: 'a',
    type: 'bbox',
    classId: 1,
    attributes: [],
    parameters: [heldSegment(at(first), first, last, table)],
  } as unknown as Track);
const framesOf = (track: Track): readonly number[] => track.parameters.flatMap(each => keyFrames(each, table));
const left = (track: Track, frame: number): unknown =>
  (sampleAt(track, frame, table)!.content['points'] as { x1: number }).x1;
const fast = [{ id: 11, groupId: 1, name: 'Fast', groupName: 'Speed' }];

describe('several key frames at once', () => {
  it('should move together, and stop where one of them meets a neighbour that stays', () => {
    const [one, other] = [trackOf(0, 80, 20, 30, 60), trackOf(0, 80, 25)];
    const groups = [
      { track: one, frames: [20, 30] },
      { track: other, frames: [25] },
    ];
    expect(moveKeys(groups, 10, table).map(([, after]) => framesOf(after))).toEqual([
      [0, 30, 40, 60],
      [0, 35],
    ]);
    expect(moveKeys(groups, 50, table).map(([, after]) => framesOf(after))).toEqual([
      [0, 49, 59, 60],
      [0, 54],
    ]);
    expect(moveKeys(groups, -40, table).map(([, after]) => framesOf(after))).toEqual([
      [0, 1, 11, 60],
      [0, 6],
    ]);
    const whole = moveKeys([{ track: trackOf(10, 40, 20, 40), frames: [10, 20, 40] }], 5, table)[0]![1];
    expect([framesOf(whole), whole.parameters[0]!.start, whole.parameters[0]!.end]).toEqual([
      [15, 25, 45],
      table.timeOf(15),
      table.timeOf(45),
    ]);
  });

  it('should be removed and repeated, as far as the track goes', () => {
    const track = trackOf(0, 50, 20, 30);
    expect(framesOf(removeKeys([{ track, frames: [0, 20, 30] }], table)[0]![1])).toEqual([30]);
    const [, copied] = copyKeys([{ track, frames: [20, 30] }], 15, table)[0]!;
    expect(framesOf(copied)).toEqual([0, 20, 30, 35, 45]);
    expect(left(copied, 45)).toBe(30);
    expect(framesOf(copyKeys([{ track, frames: [20, 30] }], 25, table)[0]![1])).toEqual([0, 20, 30, 45]);
  });
});

describe('key frames of attributes alone', () => {
  const track = setAttributes(trackOf(0, 80, 40), 20, fast, table);

  it('should leave the shape to the key frames around them, also when those change later', () => {
    expect(track.parameters[0]!.timestamps[1]).toMatchObject({ attributesOnly: true, attributes: fast });
    expect(left(track, 20)).toBe(20);
    const wider = setKey(track, 40, { ...at(80), attributes: fast }, table);
    expect([left(wider, 10), left(wider, 20), left(wider, 30)]).toEqual([20, 40, 60]);
    expect(wider.parameters[0]!.timestamps[1]).toMatchObject({ points: at(40).points });
    expect(left(moveKey(wider, 20, 30, table), 30)).toBe(60);
    const [, alone] = removeKeys([{ track: wider, frames: [40] }], table)[0]!;
    expect([left(alone, 20), left(alone, 60)]).toEqual([0, 0]);
  });

  it('should become one with a shape where a person sets it, and where the segment begins with it', () => {
    const drawn = setKey(track, 20, { ...at(5), attributes: fast }, table);
    expect(drawn.parameters[0]!.timestamps[1]!.attributesOnly).toBeUndefined();
    const [, rest] = removeKeys([{ track, frames: [0] }], table)[0]!;
    expect(rest.parameters[0]!.timestamps[0]).toMatchObject({ timestamp: table.timeOf(20), attributes: fast });
    expect(rest.parameters[0]!.timestamps[0]!.attributesOnly).toBeUndefined();
  });

  it('should stay where a tracker fills the way in, and give its key frames their attributes', () => {
    const span = trackingSpan(track, 5, table);
    if (typeof span === 'string') throw new Error(span);
    expect(span).toMatchObject({ from: 0, to: 40, isKnown: true });
    const path = Array.from({ length: 41 }, (_, frame) => ({
      frame,
      box: { x: frame < 30 ? 0 : (frame - 30) * 4, y: 10, width: 20, height: 20 },
      confidence: 0.9,
    }));
    const tracked = withTracked(track, span, path, table);
    expect([left(tracked, 20), sampleAt(tracked, 35, table)!.content.attributes]).toEqual([0, fast]);
    expect(sampleAt(tracked, 10, table)!.content.attributes).toEqual([]);
    expect(framesOf(tracked)).toContain(20);
  });

  it('should be repeated without a shape', () => {
    const [, copied] = copyKeys([{ track, frames: [20] }], 10, table)[0]!;
    expect([left(copied, 30), framesOf(copied)]).toEqual([30, [0, 20, 30, 40]]);
    expect(copied.parameters[0]!.timestamps[2]).toMatchObject({ attributesOnly: true });
  });
});
