import { describe, expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import { videoChecks } from './checks.ts';

const key = (timestamp: number, x = 0): object => ({
  timestamp,
  points: { x1: x, y1: 0, x2: x + 10, y2: 10 },
  attributes: [],
});
const segment = (start: number, end: number, timestamps: readonly object[] = [key(start), key(end)]): object => ({
  start,
  end,
  timestamps,
});
const box = (parameters: readonly object[], meta: object = {}): object => ({
  meta: { type: 'bbox', classId: -1, start: 0, end: 10_000_000, ...meta },
  parameters,
});
const found = (instance: object): readonly string[] =>
  allAtOnce(
    videoChecks(
      { metadata: { name: 'a.mp4', duration: 10_000_000 }, instances: [instance] },
      { form: 'export', frame: 33_333, media: { width: 100, height: 100 } },
    ),
  ).map(({ severity, path, message }) => `${severity} ${path}: ${message}`);

describe('checks of video documents', () => {
  it('should accept what is right', () => {
    expect(found(box([segment(0, 2_000_000), segment(3_000_000, 10_000_000)]))).toEqual([]);
  });

  it.each([
    ['an unknown kind', box([], { type: 'cube' }), 'error instances[0]: invalid meta.type'],
    ['an instance without meta', { parameters: [] }, "error instances[0]: 'meta' is a required property"],
    ['no segment', box([]), 'error instances[0].parameters: [] is too short'],
    [
      'an end before its start',
      box([], { start: 900, end: 400 }),
      'error instances[0].meta: end 400 is before start 900',
    ],
    [
      'falling times',
      box([segment(0, 9_000_000, [key(0), key(2_500_000), key(1_500_000), key(9_000_000)])]),
      'error instances[0].parameters[0].timestamps[2].timestamp: timestamp 1500000 is not after 2500000',
    ],
    [
      'two states at one time',
      box([segment(0, 9_000_000, [key(0), key(5, 1), key(5, 2), key(9_000_000)])]),
      'error instances[0].parameters[0].timestamps[2].timestamp: timestamp 5 is not after 5',
    ],
    [
      'overlapping segments',
      box([segment(0, 3_000_000), segment(2_000_000, 4_000_000)]),
      'error instances[0].parameters[1]: segment overlaps the previous one',
    ],
    [
      'times beyond the end',
      box([segment(0, 12_000_000)], { end: 12_000_000 }),
      'error instances[0].parameters[0].end: 12000000 is greater than the maximum of 10000000',
    ],
    [
      'negative times',
      box([segment(-5, 3_000_000)]),
      'error instances[0].parameters[0].start: -5 is less than the minimum of 0',
    ],
    [
      'an odd list of points',
      {
        meta: { type: 'polyline', classId: -1, start: 0, end: 9 },
        parameters: [
          {
            start: 0,
            end: 9,
            timestamps: [
              { timestamp: 0, points: [1, 2, 3, 4, 5] },
              { timestamp: 9, points: [1, 2, 3, 4] },
            ],
          },
        ],
      },
      'error instances[0].parameters[0].timestamps[0].points: has an odd number of coordinates',
    ],
    [
      'a comment without a message',
      { meta: { type: 'comment', start: 0, end: 9, correspondence: [] }, parameters: [segment(0, 9)] },
      'error instances[0].meta.correspondence: [] is too short',
    ],
    [
      'a key frame outside its segment',
      box([segment(1_000_000, 3_000_000, [key(1_000_000), key(3_000_000), key(9_000_000)])]),
      'warning instances[0].parameters[0].timestamps[2].timestamp: timestamp 9000000 is outside 1000000..3000000',
    ],
    [
      'no key frame at the start',
      box([segment(0, 3_000_000, [key(1_000_000), key(3_000_000)])]),
      'warning instances[0].parameters[0].timestamps: the first key frame is not at the start 0',
    ],
    [
      'a box without area',
      box([segment(0, 9_000_000, [{ timestamp: 0, points: { x1: 1, y1: 1, x2: 1, y2: 9 } }, key(9_000_000)])]),
      'warning instances[0].parameters[0].timestamps[0].points: the box has no area',
    ],
    [
      'a box outside the frame',
      box([segment(0, 9_000_000, [key(0, 95), key(9_000_000)])]),
      'warning instances[0].parameters[0].timestamps[0]: coordinates are outside the frame',
    ],
    [
      'a very short segment',
      box([segment(0, 5)]),
      'warning instances[0].parameters[0]: the segment is shorter than one frame',
    ],
  ])('should find %s', (_, instance, issue) => {
    expect(found(instance)).toContain(issue);
  });

  it('should find a segment with one key frame', () => {
    expect(found(box([segment(0, 9_000_000, [key(0)])]))[0]).toMatch(
      /^error instances\[0\]\.parameters\[0\]\.timestamps: \[\{'timestamp': 0.*\] is too short$/,
    );
  });
});
