import { expect, it } from 'vitest';
import { keyPointIssues, withoutClass } from './key-points.ts';

const classes = new Map([
  [9, new Set([5])],
  [10, new Set<number>()],
]);

it('should find nothing wrong with steps of known classes joined by lines', () => {
  expect(
    keyPointIssues(
      {
        steps: [
          { id: 1, class_id: 9, attribute: [{ attribute: { id: 5, group_id: 4 } }] },
          { id: 2, class_id: 10 },
        ],
        connections: [[1, 2]],
      },
      classes,
    ),
  ).toEqual([]);
});

it('should name every step and line that does not fit', () => {
  expect(
    keyPointIssues(
      {
        steps: [
          { id: 1, class_id: 9, attribute: [{ attribute: { id: 6, group_id: 4 } }] },
          { id: 1, class_id: 11 },
        ],
        connections: [[1, 3]],
      },
      classes,
    ),
  ).toEqual([
    { field: 'steps.steps.0.attribute.0.attribute.id', reason: 'is no attribute of this class' },
    { field: 'steps.steps.1.id', reason: '1 is used by another step' },
    { field: 'steps.steps.1.class_id', reason: 'is no class of this project' },
    { field: 'steps.connections.0', reason: 'there is no step 3' },
  ]);
});

it('should drop the steps of a class with their lines', () => {
  expect(
    withoutClass(
      {
        steps: [
          { id: 1, class_id: 9 },
          { id: 2, class_id: 10 },
          { id: 3, class_id: 9 },
        ],
        connections: [
          [1, 2],
          [1, 3],
        ],
      },
      10,
    ),
  ).toEqual({
    steps: [
      { id: 1, class_id: 9 },
      { id: 3, class_id: 9 },
    ],
    connections: [[1, 3]],
  });
});
