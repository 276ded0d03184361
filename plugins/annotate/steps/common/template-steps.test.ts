import { describe, expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { missingClasses, templateSteps } from './template-steps.ts';

const named = (id: number, name: string): AnnotationClass => ({ id, name }) as AnnotationClass;
const arm = {
  name: 'Arm',
  skeleton: {
    points: [
      { x: 1, y: 1 },
      { x: 2, y: 2 },
      { x: 3, y: 3 },
      { x: 4, y: 4 },
    ],
    connections: [
      [0, 1],
      [1, 2],
      [1, 0],
    ] as [number, number][],
    labels: ['hand', ' Elbow', ''],
  },
};

describe('key-point steps of a template', () => {
  it('should need a class for each name of a point, and one of the template for points without a name', () => {
    expect(missingClasses(arm, [])).toEqual(['hand', 'Elbow', 'Arm']);
    expect(missingClasses(arm, [named(1, 'Hand'), named(2, 'elbow')])).toEqual(['Arm']);
    expect(
      missingClasses({ ...arm, skeleton: { ...arm.skeleton, labels: ['a', 'A'] } }, [named(3, 'Arm')]),
    ).toHaveLength(1);
  });

  it('should number the points from 1, take the class of the exact name first, and draw a line once', () => {
    expect(templateSteps(arm, [named(1, 'Hand'), named(2, 'elbow'), named(3, 'Arm'), named(4, 'hand')])).toEqual({
      steps: [
        { id: 1, class_id: 4, attribute: [] },
        { id: 2, class_id: 2, attribute: [] },
        { id: 3, class_id: 3, attribute: [] },
        { id: 4, class_id: 3, attribute: [] },
      ],
      connections: [
        [2, 1],
        [2, 3],
      ],
    });
    expect(() => templateSteps(arm, [named(1, 'hand')])).toThrow('There is no class “Elbow” for point 2.');
  });
});
