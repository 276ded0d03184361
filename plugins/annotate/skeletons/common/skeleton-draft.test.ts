import { describe, expect, it } from 'vitest';
import type { SkeletonDraft } from './skeleton-draft.ts';
import {
  draftOf,
  drawn,
  emptySkeleton,
  historyOf,
  neighboursOf,
  redone,
  undone,
  withClick,
  withLabel,
  withLine,
  withMoved,
  withPoint,
  withoutPoint,
} from './skeleton-draft.ts';

const line = withPoint(withPoint(withPoint(emptySkeleton, 10, 10), 20, 20, 0), 30, 30, 1);

describe('a skeleton while it is drawn', () => {
  it('should join a new point to where it began, and stay in the drawing', () => {
    expect(line.connections).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(withMoved(line, 0, -5, 9999).points[0]).toEqual({ x: 0, y: 480 });
  });

  it('should lose lines and name with a point, and renumber the others', () => {
    expect(withoutPoint(withLabel(withLine(line, 2, 0), 2, 'hand'), 1)).toEqual({
      points: [
        { x: 10, y: 10 },
        { x: 30, y: 30 },
      ],
      connections: [[1, 0]],
      labels: ['', 'hand'],
    });
  });

  it('should join two points once, part them again, and join none to itself', () => {
    expect(withLine(line, 1, 0).connections).toEqual([[1, 2]]);
    expect(withLine(withLine(line, 1, 0), 1, 0).connections).toEqual([
      [1, 2],
      [1, 0],
    ]);
    expect(withLine(line, 1, 1)).toBe(line);
    expect(neighboursOf(line, 1)).toEqual([0, 2]);
  });

  it('should go back and forth, until something else is drawn', () => {
    const two = drawn(drawn(historyOf(emptySkeleton), line), withMoved(line, 0, 1, 1));
    expect(redone(undone(two))).toEqual(two);
    expect(undone(undone(undone(two))).now).toBe(emptySkeleton);
    expect(drawn(undone(two), emptySkeleton).future).toEqual([]);
  });

  it('should shrink what was drawn larger', () => {
    expect(
      draftOf({
        points: [
          { x: 0, y: 0 },
          { x: 640, y: 40 },
          { x: 1280, y: 100 },
        ],
        connections: [[0, 1]],
        labels: ['a'],
      }),
    ).toEqual({
      points: [
        { x: 0, y: 0 },
        { x: 320, y: 20 },
        { x: 640, y: 50 },
      ],
      connections: [[0, 1]],
      labels: ['a', '', ''],
    });
  });
});

it('should connect points in the order they are clicked, and end at a second click', () => {
  const points = [0, 1, 2].map(at => ({ x: at * 10, y: 0 }));
  let drawing = {
    draft: { points, connections: [], labels: ['', '', ''] } as SkeletonDraft,
    from: undefined as number | undefined,
  };
  for (const at of [0, 1, 2, 2]) drawing = withClick(drawing.draft, drawing.from, at);
  expect(drawing.draft.connections).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(drawing.from).toBeUndefined();
});
