import { describe, expect, it } from 'vitest';
import { moveProblems, planMoves } from './status-moves.ts';

const kept = new Set([1, 5]);
const row = (project_id: number, status: number, items: number, deleted = 0) => ({
  project_id,
  status,
  items,
  deleted,
});

describe('a plan of moves', () => {
  it('should leave statuses that the workflow has alone', () => {
    expect(planMoves([row(7, 1, 9), row(7, 5, 2)], kept, [], 1)).toEqual({ moves: new Map(), unmapped: [] });
  });

  it('should move the items of every project to the status that was chosen', () => {
    expect(planMoves([row(7, 3, 9), row(8, 3, 1)], kept, [{ from: 3, to: 5 }], 1)).toEqual({
      moves: new Map([
        [7, new Map([[3, 5]])],
        [8, new Map([[3, 5]])],
      ]),
      unmapped: [],
    });
  });

  it('should name statuses with items that have no target, each once', () => {
    expect(planMoves([row(7, 3, 9), row(8, 3, 1), row(8, 4, 1)], kept, [{ from: 4, to: 1 }], 1).unmapped).toEqual([3]);
  });

  it('should send what is deleted to the start when nobody chose', () => {
    const plan = planMoves([row(7, 3, 0, 4), row(9, 2, 6)], kept, [], 1, project => project === 9);
    expect(plan).toEqual({
      moves: new Map([
        [7, new Map([[3, 1]])],
        [9, new Map([[2, 1]])],
      ]),
      unmapped: [],
    });
  });
});

describe('invalid moves', () => {
  it('should be named by their place', () => {
    expect(
      moveProblems(
        [
          { from: 3, to: 5 },
          { from: 3, to: 1 },
          { from: 4, to: 3 },
        ],
        kept,
      ),
    ).toEqual([
      { at: 1, field: 'from', reason: 'has a target already' },
      { at: 2, field: 'to', reason: 'is no status of the workflow' },
    ]);
  });
});
