import { expect, it } from 'vitest';
import { isRuns, joinedRuns, pointsIn, runsOf, runsWithout } from './point-runs.ts';
import { bytesToLabels, exportedLabels, labelBytes, storedLabels } from './segments.ts';

/** Numbers of a set that follows from its seed. */
const numbers = (seed: number): number[] =>
  Array.from({ length: 200 }, (_, at) => at).filter(at => Math.sin(at * 12.9898 + seed * 78.233) > 0.2);
const expanded = (runs: readonly number[]): number[] =>
  Array.from({ length: runs.length / 2 }).flatMap((_, at) =>
    Array.from({ length: runs[at * 2 + 1]! }, (__, of) => runs[at * 2]! + of),
  );

it('should join and subtract runs of points as sets', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const [one, other] = [numbers(seed), numbers(seed + 100)];
    const [ownRuns, otherRuns] = [runsOf(one), runsOf(other)];
    expect(expanded(ownRuns)).toEqual(one);
    expect(pointsIn(ownRuns)).toBe(one.length);
    const both = joinedRuns(ownRuns, otherRuns);
    expect(isRuns(both)).toBe(true);
    expect(expanded(both)).toEqual([...new Set([...one, ...other])].toSorted((a, b) => a - b));
    const left = runsWithout(ownRuns, otherRuns);
    expect(isRuns(left)).toBe(true);
    expect(expanded(left)).toEqual(one.filter(each => !other.includes(each)));
  }
});

it('should refuse lists that are no runs', () => {
  for (const broken of [[1], [1, 0], [3, 2, 4, 1], [1.5, 2], ['1', 2], [-1, 2], undefined])
    expect(isRuns(broken)).toBe(false);
});

it('should keep labels, classes and instance numbers through both forms and the side file', () => {
  const segmentation = {
    instances: [
      { label: 7, className: 'Road', instanceId: 0 },
      { label: 300, className: 'Car', instanceId: 2, attributes: [] },
    ],
    runs: [0, 2, 7, 3, 300, 4, 7, 1, 0, 5],
  };
  const document = { metadata: { pointCloud: { points: 15 } }, instances: [{ type: 'tag' }], segmentation };
  const stored = storedLabels(document);
  expect(stored['instances']).toEqual([
    { type: 'tag' },
    { type: 'segment', label: 7, className: 'Road', instanceId: 0, points: [2, 3, 9, 1] },
    { type: 'segment', label: 300, className: 'Car', instanceId: 2, attributes: [], points: [5, 4] },
  ]);
  expect(exportedLabels(stored)).toEqual(document);
  const bytes = labelBytes(segmentation.runs);
  expect([bytes.length, bytes[10], bytes[11]]).toEqual([30, 44, 1]);
  expect(bytesToLabels(bytes)).toEqual(segmentation.runs);
});

it('should give a point to the later of two segments and a free number to those that share one', () => {
  const document = {
    metadata: { pointCloud: { points: 10 } },
    instances: [
      { type: 'segment', label: 1, className: 'Road', points: [0, 8] },
      { type: 'segment', label: 1, className: 'Car', points: [2, 2] },
    ],
  };
  expect(exportedLabels(document)['segmentation']).toEqual({
    instances: [
      { label: 1, className: 'Road', instanceId: 0 },
      { label: 2, className: 'Car', instanceId: 0 },
    ],
    runs: [1, 2, 2, 2, 1, 4, 0, 2],
  });
});
