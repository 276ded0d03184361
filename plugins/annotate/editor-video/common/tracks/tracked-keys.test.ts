import { describe, expect, it } from 'vitest';
import { FrameTable } from '../media/frame-table.ts';
import { heldSegment } from './segment-edits.ts';
import { sampleAt } from './interpolate.ts';
import { setKey } from './track-edits.ts';
import type { Track } from './track.ts';
import type { TrackedFrame } from './tracked-keys.ts';
import { keyMarks, trackingSpan, withTracked } from './tracked-keys.ts';

const table = FrameTable.regular(10, 10_000_000);
const at = (x: number): { points: { x1: number; y1: number; x2: number; y2: number } } => ({
  points: { x1: x, y1: 10, x2: x + 20, y2: 30 },
});
const trackOf = (type = 'bbox', content: object = at(0)): Track =>
  ({
    id: 'a',
    type,
    classId: 1,
    attributes: [],
    parameters: [heldSegment({ ...content, attributes: [] }, 0, 60, table)],
  }) as unknown as Track;
const spanOf = (track: Track, frame: number): Exclude<ReturnType<typeof trackingSpan>, string> => {
  const span = trackingSpan(track, frame, table);
  if (typeof span === 'string') throw new Error(span);
  return span;
};
/** A path that bends in the middle, unsure in one stretch. */
const path = (from: number, to: number, unsure: readonly number[] = []): readonly TrackedFrame[] =>
  Array.from({ length: to - from + 1 }, (_, step) => ({
    frame: from + step,
    box: { x: step < 20 ? step * 4 : 80 - (step - 20), y: 10, width: 20, height: 20 },
    confidence: unsure.includes(from + step) ? 0.1 : 0.9,
  }));
const marksOf = (track: Track): readonly string[] =>
  keyMarks(track.parameters[0]!, 0, table.last, table).map(({ frame, origin }) => `${frame} ${origin}`);

describe('key frames of a tracker', () => {
  it('should be as few as describe the path, and end where a person set the next key frame', () => {
    const track = setKey(trackOf(), 40, { ...at(60), attributes: [] }, table);
    const span = spanOf(track, 13);
    expect(span).toMatchObject({ from: 0, to: 40, isKnown: true, last: { x: 60 } });
    const tracked = withTracked(track, span, path(0, 40), table);
    expect(marksOf(tracked)).toEqual(['0 person', '20 tracker', '40 person']);
    expect(sampleAt(tracked, 20, table)!.content).toMatchObject({ ...at(80), confidence: 0.9 });
    expect(sampleAt(tracked, 60, table)!.content).toMatchObject(at(60));
  });

  it('should mark the stretch to check', () => {
    const track = setKey(trackOf(), 40, { ...at(60), attributes: [] }, table);
    const tracked = withTracked(track, spanOf(track, 0), path(0, 40, [30, 31, 32]), table);
    expect(marksOf(tracked)).toEqual([
      '0 person',
      '20 tracker',
      '29 tracker',
      '30 unsure',
      '32 unsure',
      '33 tracker',
      '40 person',
    ]);
  });

  it('should go to the end of the segment after the last key frame, and be replaced when tracked again', () => {
    const once = withTracked(trackOf(), spanOf(trackOf(), 5), path(0, 60), table);
    expect(marksOf(once)).toEqual(['0 person', '20 tracker', '60 tracker']);
    const span = spanOf(once, 30);
    expect(span).toMatchObject({ from: 0, to: 60, isKnown: false });
    expect(marksOf(withTracked(once, span, path(0, 45), table))).toEqual(['0 person', '20 tracker', '45 tracker']);
  });

  it('should become those of a person when one changes them, and stay then', () => {
    const once = withTracked(trackOf(), spanOf(trackOf(), 5), path(0, 60), table);
    const changed = setKey(once, 20, { ...sampleAt(once, 20, table)!.content, ...at(70) }, table);
    expect(marksOf(changed)).toEqual(['0 person', '20 person', '60 tracker']);
    const again = withTracked(changed, spanOf(changed, 5), path(0, 20), table);
    expect(marksOf(again)).toEqual(['0 person', '20 person', '60 tracker']);
    expect(sampleAt(again, 20, table)!.content).toMatchObject(at(70));
  });

  it('should take the border that a model saw on a frame, and move it from there on', () => {
    const polygon = trackOf('polygon', { points: [0, 10, 20, 10, 10, 30] });
    const border = [40, 10, 60, 10, 60, 30, 40, 30];
    const seen = path(0, 60).map(each => (each.frame === 10 ? { ...each, outline: border } : each));
    const tracked = withTracked(polygon, spanOf(polygon, 5), seen, table);
    expect(marksOf(tracked)).toEqual(['0 person', '10 tracker', '20 tracker', '60 tracker']);
    expect(sampleAt(tracked, 10, table)!.content).toMatchObject({ points: border });
    expect(sampleAt(tracked, 20, table)!.content).toMatchObject({ points: [80, 10, 100, 10, 100, 30, 80, 30] });
    expect(marksOf(withTracked(trackOf(), spanOf(trackOf(), 5), seen, table))).toEqual([
      '0 person',
      '20 tracker',
      '60 tracker',
    ]);
  });

  it('should move polygons with their box', () => {
    const polygon = trackOf('polygon', { points: [0, 10, 20, 10, 10, 30] });
    const tracked = withTracked(polygon, spanOf(polygon, 0), path(0, 60), table);
    expect(sampleAt(tracked, 20, table)!.content['points']).toEqual([80, 10, 100, 10, 90, 30]);
  });

  it('should say why nothing can be tracked', () => {
    expect(trackingSpan(trackOf('event', {}), 0, table)).toMatch('with a shape');
    expect(trackingSpan(trackOf(), 90, table)).toMatch('not visible');
    expect(trackingSpan(trackOf('polygon', { points: [1, 1, 1, 1, 1, 1] }), 0, table)).toMatch('no area');
  });
});
