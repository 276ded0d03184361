import { describe, expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { StepsDraft } from './step-draft.ts';
import {
  circlePlaces,
  draftOfKeyPoints,
  joinedTo,
  keyPointsOf,
  sameSteps,
  wholeStepsOf,
  withChange,
  withJoined,
  withoutStep,
  withStep,
} from './step-draft.ts';

const classes = [
  { id: 9, attribute_groups: [{ id: 4, attributes: [{ id: 5 }] }] },
] as unknown as readonly AnnotationClass[];
const empty: StepsDraft = { steps: [], lines: [] };
const three = withStep(withStep(withStep(empty, 9, true), 9, true), 9, true);

describe('steps while they are edited', () => {
  it('should come out of storage and go back the same', () => {
    const stored = {
      steps: [
        { id: 1, class_id: 9, attribute: [{ attribute: { id: 5, group_id: 4 } }] },
        { id: 2, class_id: 9, attribute: [] },
      ],
      connections: [[1, 2]] as [number, number][],
    };
    expect(keyPointsOf(draftOfKeyPoints(stored), classes)).toEqual(stored);
  });

  it('should be numbered by their places, lines included', () => {
    const turned: StepsDraft = { ...three, steps: three.steps.toReversed() };
    expect(keyPointsOf(turned, classes).connections).toEqual([
      [3, 2],
      [2, 1],
    ]);
  });

  it('should lose attributes with their class, and lines with their step', () => {
    const chosen = withChange(three, 2, { attributeIds: [5] });
    expect(wholeStepsOf(chosen).steps[1]).toEqual({ class_id: 9, tool: null, attribute_ids: [5] });
    expect(withChange(chosen, 2, { tool: 3 }).steps[1]).toMatchObject({ tool: 3, attributeIds: [5] });
    expect(withChange(chosen, 2, { classId: 10 }).steps[1]).toMatchObject({ classId: 10, attributeIds: [] });
    expect(withoutStep(three, 2)).toMatchObject({ steps: [{ key: 1 }, { key: 3 }], lines: [] });
  });

  it('should be joined again, each line once', () => {
    const joined = withJoined(three, 3, [1]);
    expect(joined.lines).toEqual([
      [1, 2],
      [3, 1],
    ]);
    expect(joinedTo(joined, 1)).toEqual([2, 3]);
    expect(sameSteps(withJoined(three, 2, [1, 3]), three)).toBe(true);
  });

  it('should not take the key of a step that is gone', () =>
    expect(withStep(withoutStep(three, 1), 9, false).steps.map(each => each.key)).toEqual([2, 3, 4]));
});

it('should place the points of a preview apart', () => {
  expect(circlePlaces(1)).toEqual([[0.5, 0.5]]);
  expect(new Set(circlePlaces(5).map(place => place.map(each => each.toFixed(3)).join())).size).toBe(5);
});
