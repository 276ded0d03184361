import { describe, expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { seedsOf } from '#tests/support/run-plan.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import type { CloudTrack } from './cloud-track.ts';
import { isKeyAt, shapeAt } from './interpolate.ts';
import { cutAt, keyTimes, removeKey, setKey, trackFrom, withSize } from './track-edits.ts';

const vector = (x: number, y = 0, z = 0): { x: number; y: number; z: number } => ({ x, y, z });
const box = (x: number, yaw = 0): { position: unknown; size: unknown; rotation: unknown } => ({
  position: vector(x),
  size: vector(4, 2, 1.5),
  rotation: vector(0, 0, yaw),
});
const shape = { id: 'a', type: 'cuboid', classId: 1, attributes: [], ...box(0) } as Instance;
const drawn = trackFrom(shape, 100, 1000);
const at = (track: CloudTrack, time: number): { position: { x: number }; rotation: { z: number } } | undefined =>
  shapeAt(track, time) as never;

describe('an object of a sequence', () => {
  it('should be there from where it was drawn until the end', () => {
    expect([at(drawn, 0), at(drawn, 100)?.position.x, at(drawn, 1000)?.position.x]).toEqual([undefined, 0, 0]);
    expect(drawn.trackingId).toEqual(expect.any(String));
    expect('position' in drawn).toBe(false);
  });

  it('should move evenly between key frames, and stay after the last one', () => {
    const track = setKey(drawn, 500, box(8));
    expect([200, 300, 500, 900].map(time => at(track, time)?.position.x)).toEqual([2, 4, 8, 8]);
    expect(keyTimes(track)).toEqual([100, 500]);
    expect([isKeyAt(track, 500), isKeyAt(track, 300), isKeyAt(track, 1000)]).toEqual([true, false, false]);
  });

  it('should turn by the shorter arc', () => {
    const track = setKey(setKey(drawn, 100, box(0, 3)), 300, box(0, -3));
    expect(Math.abs(at(track, 200)!.rotation.z)).toBeCloseTo(Math.PI, 6);
  });

  it('should reach out to a key frame outside its time', () => {
    expect(at(setKey(drawn, 0, box(-3)), 50)?.position.x).toBe(-1.5);
  });

  it('should lose a key frame, but not the last one', () => {
    const track = setKey(drawn, 500, box(8));
    expect(at(removeKey(track, 500), 500)?.position.x).toBe(0);
    expect(removeKey(drawn, 100)).toBe(drawn);
  });

  it('should get one size in all key frames, on the lower side that it had in each', () => {
    const moving = setKey(drawn, 500, { ...box(8), size: vector(5, 2, 2) });
    const track = withSize(moving, vector(5, 2, 2));
    expect(at(track, 100)).toMatchObject({ position: vector(0, 0, 0.25), size: vector(5, 2, 2) });
    expect(at(track, 500)).toMatchObject({ position: vector(8), size: vector(5, 2, 2) });
    expect(withSize(track, vector(5, 2, 2))).toBe(track);
  });

  it('should begin and end where it is cut, in the state it had there', () => {
    const track = cutAt(cutAt(setKey(drawn, 500, box(8)), 200, 'start'), 400, 'end');
    expect([at(track, 100), at(track, 200)?.position.x, at(track, 400)?.position.x, at(track, 500)]).toEqual([
      undefined,
      2,
      6,
      undefined,
    ]);
    expect([track['start'], track['end']]).toEqual([200, 400]);
  });

  it('should keep its key frames in order with its first and last at the borders, after any edits', () => {
    for (const seed of seedsOf('edits of cloud tracks', 300)) {
      const next = seededNumbers(seed);
      let track = drawn;
      for (let edit = 0; edit < 8; edit += 1) {
        const time = next(11) * 100;
        const kind = next(4);
        if (kind === 0) track = removeKey(track, time);
        else if (kind === 1) track = cutAt(track, time, next(2) === 0 ? 'start' : 'end');
        else track = setKey(track, time, box(next(50)));
        for (const { start, end, timestamps } of track.parameters) {
          const times = timestamps.map(key => key.timestamp);
          expect(times, `seed ${seed}`).toEqual([...new Set(times)].toSorted((one, other) => one - other));
          expect([times[0], times.at(-1)], `seed ${seed}`).toEqual([start, end]);
        }
      }
    }
  });
});
