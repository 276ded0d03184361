import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameJson } from '#plugins/annotate/annotations/common/index.ts';
import { runsOf } from '#tests/support/run-plan.ts';
import { FrameTable } from '../media/frame-table.ts';
import { setAttributes } from './attribute-edits.ts';
import { sampleAt } from './interpolate.ts';
import { heldSegment } from './segment-edits.ts';
import {
  cutFrom,
  mergeTracks,
  moveKey,
  propagate,
  removeKey,
  setEnd,
  setKey,
  setStart,
  splitTrack,
  toggleKey,
  toggleOutside,
} from './track-edits.ts';
import type { KeyContent, Segment, Track } from './track.ts';

const table = FrameTable.regular(10, 3_000_000);
const box = (x: number): KeyContent => ({ points: { x1: x, y1: 0, x2: x + 10, y2: 10 }, attributes: [] });
const trackOf = (...parameters: readonly Segment[]): Track => ({
  id: 't',
  type: 'bbox',
  classId: 1,
  attributes: [],
  parameters,
});
const drawn = (frame = 5): Track => trackOf(heldSegment(box(0), frame, table.last, table));
const left = (track: Track | undefined, frame: number): number | undefined =>
  (sampleAt(track!, frame, table)?.content['points'] as { x1: number } | undefined)?.x1;
const visible = (track: Track): string =>
  Array.from({ length: table.count }, (_, frame) =>
    sampleAt(track, frame, table) === undefined ? '-' : sampleAt(track, frame, table)!.isKey ? 'K' : '.',
  ).join('');

describe('tracks', () => {
  it('should show what was drawn from its frame until the end', () => {
    expect(visible(drawn(20))).toBe('--------------------K.........');
  });

  it('should interpolate to a key frame and hold after the last one', () => {
    const track = setKey(drawn(5), 15, box(100), table);
    expect([4, 5, 10, 15, 29].map(frame => left(track, frame))).toEqual([undefined, 0, 50, 100, 100]);
  });

  it('should leave a key frame at the very end as it is when an earlier one is set', () => {
    const track = setKey(setKey(drawn(5), 29, box(240), table), 17, box(0), table);
    expect([17, 23, 29].map(frame => left(track, frame))).toEqual([0, 120, 240]);
  });

  it('should take a key frame away, the first one with what is before the next', () => {
    const track = setKey(setKey(drawn(5), 10, box(100), table), 15, box(0), table);
    expect(visible(removeKey(track, 10, table)).slice(5, 17)).toBe('K.........K.');
    expect(visible(removeKey(track, 5, table)).slice(5, 17)).toBe('-----K....K.');
    expect(removeKey(drawn(5), 5, table)).toEqual(drawn(5));
  });

  it('should end where an object goes out, and show it again from its next key frame', () => {
    const track = toggleOutside(setKey(drawn(5), 20, box(150), table), 10, table)!;
    expect(visible(track).slice(4, 22)).toBe('-K...K----------K.');
    expect(left(track, 9)).toBe(40);
    expect(toggleOutside(drawn(5), 5, table)).toBeUndefined();
  });

  it('should show an object again where it was hidden', () => {
    const hidden = toggleOutside(drawn(5), 10, table)!;
    expect(visible(hidden)).toBe(`-----K....${'-'.repeat(20)}`);
    expect(visible(toggleOutside(hidden, 10, table)!)).toBe(visible(drawn(5)));
    expect(visible(toggleOutside(hidden, 15, table)!)).toBe(`-----K....-----K${'.'.repeat(14)}`);
  });

  it('should move a key frame between its neighbours only', () => {
    const track = setKey(setKey(drawn(5), 10, box(100), table), 15, box(0), table);
    expect(visible(moveKey(track, 10, 13, table)).slice(5, 17)).toBe('K.......K.K.');
    expect(visible(moveKey(track, 10, 99, table)).slice(5, 17)).toBe('K........KK.');
    expect(visible(moveKey(track, 5, 1, table)).slice(0, 12)).toBe('-K........K.');
  });

  it('should set the borders of a segment', () => {
    const track = setKey(drawn(5), 15, box(100), table);
    expect(visible(setStart(track, 10, table)).slice(4, 17)).toBe('------K....K.');
    expect(visible(setStart(track, 2, table)).slice(0, 7)).toBe('--K..K.');
    expect(left(setEnd(track, 10, table), 10)).toBe(50);
    expect(visible(setEnd(setEnd(track, 10, table), 12, table)).slice(4, 14)).toBe('-K....K..-');
  });

  it('should split a track in two and merge them again', () => {
    const track = setKey(drawn(5), 15, box(100), table);
    const [before, after] = splitTrack(track, 10, table)!;
    expect(before.id).not.toBe(after.id);
    expect([left(before, 9), left(before, 10), left(after, 9), left(after, 10)]).toEqual([
      40,
      undefined,
      undefined,
      50,
    ]);
    const merged = mergeTracks([after, before], table) as Track;
    expect([5, 9, 10, 15].map(frame => left(merged, frame))).toEqual([0, 40, 50, 100]);
    expect(mergeTracks([track, before], table)).toBe(
      'Two of the tracks are visible on frame 6. Shorten one of them first.',
    );
    expect(splitTrack(track, 5, table)).toBeUndefined();
  });

  it('should repeat a state on the next frames, beyond the end where the track is shorter', () => {
    const track = setEnd(setKey(setKey(drawn(5), 8, box(30), table), 20, box(0), table), 12, table);
    const carried = propagate(track, 8, 10, table);
    expect([8, 12, 18, 19].map(frame => left(carried, frame))).toEqual([30, 30, 30, undefined]);
  });

  it('should delete from a frame on', () => {
    expect(visible(cutFrom(drawn(5), 8, table)!)).toBe(`-----K..${'-'.repeat(22)}`);
    expect(cutFrom(drawn(5), 5, table)).toBeUndefined();
  });

  it('should turn boxes and ellipses by the shorter arc, and hold outlines whose number of points changes', () => {
    const states = (type: string, first: KeyContent, second: KeyContent): unknown => {
      const track = setKey({ ...trackOf(heldSegment(first, 0, table.last, table)), type }, 20, second, table);
      return sampleAt(track, 10, table)!.content;
    };
    const square = { x1: 10, y1: 10, x2: 20, y2: 10, x3: 20, y3: 20, x4: 10, y4: 20 };
    const quarter = { x1: 20, y1: 10, x2: 20, y2: 20, x3: 10, y3: 20, x4: 10, y4: 10 };
    expect(states('rbbox', { points: square }, { points: quarter })).toEqual({
      points: { x1: 15, y1: 7.93, x2: 22.07, y2: 15, x3: 15, y3: 22.07, x4: 7.93, y4: 15 },
    });
    const ellipse = { cx: 0, cy: 0, rx: 5, ry: 2, angle: 350 };
    expect(states('ellipse', ellipse, { ...ellipse, angle: 10 })).toMatchObject({ angle: 360 });
    expect(states('polygon', { points: [0, 0, 1, 0, 1, 1] }, { points: [0, 0, 1, 0, 1, 1, 0, 1] })).toEqual({
      points: [0, 0, 1, 0, 1, 1],
    });
    expect(states('polyline', { points: [0, 0, 10, 0] }, { points: [0, 20, 10, 20] })).toEqual({
      points: [0, 10, 10, 10],
    });
  });

  it('should hold attributes until a person changed them', () => {
    const riding = [{ id: 1, groupId: 7, name: 'Riding' }];
    const stopped = [{ id: 2, groupId: 7, name: 'Stopped' }];
    const of = (track: Track, frame: number): unknown => sampleAt(track, frame, table)!.content.attributes;
    let track = setKey(drawn(5), 15, box(100), table);
    track = setAttributes(track, 20, stopped, table);
    track = setAttributes(track, 8, riding, table);
    expect([6, 8, 15, 19, 20, 29].map(frame => of(track, frame))).toEqual([
      [],
      riding,
      riding,
      riding,
      stopped,
      stopped,
    ]);
    expect(left(track, 8)).toBe(30);
  });
});

type Op = readonly [kind: number, frame: number, other: number];
const op: fc.Arbitrary<Op> = fc.tuple(fc.nat(9), fc.nat(table.last), fc.nat(table.last));

function perform(track: Track, [kind, frame, other]: Op): Track {
  switch (kind) {
    case 0:
    case 1:
      return setKey(track, frame, box(other * 10), table);
    case 2:
      return toggleKey(track, frame, table);
    case 3:
      return moveKey(track, frame, other, table);
    case 4:
      return toggleOutside(track, frame, table) ?? track;
    case 5:
      return setStart(track, frame, table);
    case 6:
      return setEnd(track, frame, table);
    case 7:
      return propagate(track, frame, other, table);
    case 8:
      return setAttributes(track, frame, [{ id: other, groupId: 1, name: String(other) }], table);
    default:
      return cutFrom(track, frame, table) ?? track;
  }
}

function problems({ parameters }: Track): readonly string[] {
  return parameters.flatMap((segment, at) => {
    const { start, end, timestamps: keys } = segment;
    const before = parameters[at - 1];
    return [
      ...(keys.length < 2 ? ['too few key frames'] : []),
      ...(keys[0]?.timestamp === start ? [] : ['no key frame at the start']),
      ...(keys.at(-1)?.timestamp === end ? [] : ['no key frame at the end']),
      ...(keys.some((key, index) => index > 0 && key.timestamp <= keys[index - 1]!.timestamp)
        ? ['times do not rise']
        : []),
      ...(keys.slice(0, -1).some(key => key.hold === true) ? ['an inner key frame holds'] : []),
      ...(before !== undefined && table.frameOf(start) <= table.frameOf(before.end) ? ['segments overlap'] : []),
      ...(start < 0 || end > table.duration ? ['beyond the media'] : []),
      ...(keys.at(-1)?.hold === true && !sameJson(keys.at(-1)!['points'], keys.at(-2)!['points'])
        ? ['what holds differs']
        : []),
    ];
  });
}

describe('any sequence of edits of a track', () => {
  it('should leave it well-formed', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(fc.nat(table.last), fc.array(op, { minLength: 1, maxLength: 12 }), (first, ops) => {
        let track = drawn(first);
        for (const each of ops) {
          const after = perform(track, each);
          expect(problems(after), JSON.stringify([each, track.parameters, after.parameters])).toEqual([]);
          track = after;
        }
      }),
      { numRuns: runsOf(10_000) },
    );
  });

  it('should show on a frame what was set there, and leave other key frames alone', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(fc.nat(table.last), fc.array(op, { maxLength: 8 }), fc.nat(table.last), (first, ops, frame) => {
        const before = ops.reduce(perform, drawn(first));
        if (sampleAt(before, frame, table) === undefined) return;
        const shapeKeys = new Set(
          before.parameters.flatMap(({ timestamps }) =>
            timestamps.flatMap(key =>
              key.hold === true || key.attributesOnly === true ? [] : [table.frameOf(key.timestamp)],
            ),
          ),
        );
        const after = setKey(before, frame, box(777), table);
        expect(left(after, frame)).toBe(777);
        for (let each = 0; each < table.count; each += 1)
          if (each !== frame && shapeKeys.has(each)) expect(left(after, each)).toBe(left(before, each));
      }),
      { numRuns: runsOf(10_000) },
    );
  });
});
