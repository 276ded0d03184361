import { describe, expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { insertInstance, replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { ProjectSteps } from './guided-steps.ts';
import { doneOf, drew, guideOf, stepFrom, withStepValues } from './guided-steps.ts';

const annotationClass = (id: number, name: string): AnnotationClass =>
  ({
    id,
    name,
    color: '#123456',
    type: 1,
    attribute_groups: [
      {
        id: 10 * id,
        name: 'State',
        group_type: 'radio',
        attributes: [
          { id: 100 * id, name: 'open' },
          { id: 100 * id + 1, name: 'shut' },
        ],
      },
    ],
  }) as unknown as AnnotationClass;
const classes = [annotationClass(1, 'Head'), annotationClass(2, 'Hand')];
const basicStep = (step: number, classId: number, ...attributes: readonly number[]): ProjectSteps['basic'][number] => ({
  id: step,
  project_id: 1,
  step,
  class_id: classId,
  className: '',
  tool: null,
  attribute: attributes.map(id => ({ attribute: { id, name: '', attribute_group: { id: 0, name: '' } } })),
});
const project = (change: Partial<ProjectSteps>): ProjectSteps => ({
  workflowType: 1,
  basic: [],
  keyPoints: { steps: [], connections: [] },
  ...change,
});
const object = (classId: number, change: Partial<Instance> = {}): Instance => ({
  id: `of ${classId}`,
  type: 'point',
  classId,
  attributes: [],
  ...change,
});

describe('the guide', () => {
  it('should be there for projects with steps only, and leave out classes that are gone', () => {
    expect(guideOf(project({ basic: [basicStep(1, 1)] }), classes)).toBeUndefined();
    expect(guideOf(project({ workflowType: 2 }), classes)).toBeUndefined();
    expect(guideOf(project({ workflowType: 2, basic: [basicStep(1, 9)] }), classes)).toBeUndefined();
    expect(
      guideOf(project({ workflowType: 2, basic: [basicStep(1, 9), basicStep(2, 2)] }), classes)?.steps.map(each => [
        each.number,
        each.className,
      ]),
    ).toEqual([[1, 'Hand']]);
  });

  it('should know the values of a step', () => {
    const [step] = guideOf(project({ workflowType: 2, basic: [basicStep(1, 1, 101)] }), classes)!.steps;
    expect(step!.attributes).toEqual([{ id: 101, groupId: 10, name: 'shut', groupName: 'State' }]);
  });

  it('should know the tool of a step, where the editor has a word for its number', () => {
    const guide = guideOf(
      project({
        workflowType: 2,
        basic: [{ ...basicStep(1, 1), tool: 3 }, { ...basicStep(2, 2), tool: 99 }, basicStep(3, 1)],
      }),
      classes,
    )!;
    expect(guide.steps.map(each => each.tool)).toEqual(['polygon', undefined, undefined]);
    expect(
      guideOf(project({ workflowType: 3, keyPoints: { steps: [{ id: 1, class_id: 1 }], connections: [] } }), classes)!
        .steps[0]!.tool,
    ).toBe('point');
  });

  it('should know the lines of a skeleton by the numbers of its steps', () => {
    const guide = guideOf(
      project({
        workflowType: 3,
        keyPoints: {
          steps: [
            { id: 7, class_id: 1 },
            { id: 9, class_id: 2 },
            { id: 8, class_id: 2 },
          ],
          connections: [
            [7, 9],
            [8, 9],
          ],
        },
      }),
      classes,
    )!;
    expect(guide.kind).toBe('key_points');
    expect(guide.steps.map(each => each.joined)).toEqual([[2], [1, 3], [2]]);
  });
});

describe('walking the steps', () => {
  const basic = guideOf(project({ workflowType: 2, basic: [basicStep(1, 1), basicStep(2, 2)] }), classes)!;
  const points = guideOf(
    project({
      workflowType: 3,
      keyPoints: {
        steps: [
          { id: 1, class_id: 1 },
          { id: 2, class_id: 2 },
        ],
        connections: [],
      },
    }),
    classes,
  )!;

  it('should end with the last basic step, and start over after the last key point', () => {
    expect(stepFrom(basic, 0, 1)).toBe(1);
    expect(stepFrom(basic, 1, 1)).toBeUndefined();
    expect(stepFrom(basic, 0, -1)).toBeUndefined();
    expect(stepFrom(points, 1, 1)).toBe(0);
    expect(stepFrom(points, 0, -1)).toBe(1);
  });

  it('should count what is done', () => {
    expect(doneOf(basic, [object(1), object(1, { id: 'b' })])).toEqual([2, 0]);
  });

  it('should go on by what is drawn, not by what is changed', () => {
    const [head] = basic.steps;
    expect(drew([insertInstance(object(1))], head!)).toBe(true);
    expect(drew([insertInstance(object(2))], head!)).toBe(false);
    expect(drew([replaceInstance(object(2), object(1))], head!)).toBe(false);
  });
});

describe('what is drawn in a step', () => {
  const [step] = guideOf(project({ workflowType: 2, basic: [basicStep(1, 1, 101)] }), classes)!.steps;

  it('should have its values, and the others of its class', () => {
    const drawn = object(1, {
      attributes: [
        { id: 100, groupId: 10, name: 'open', groupName: 'State' },
        { groupId: 77, name: 4 },
      ],
    });
    expect(withStepValues([insertInstance(drawn)], step!)[0]!.after).toMatchObject({
      attributes: [{ groupId: 77, name: 4 }, { id: 101 }],
    });
  });

  it('should be left alone when it is of another class, was there before, or was predicted', () => {
    for (const patch of [
      insertInstance(object(2)),
      replaceInstance(object(1), object(1, { probability: 3 })),
      insertInstance(object(1, { creationType: 'Prediction' })),
    ])
      expect(withStepValues([patch], step!)).toEqual([patch]);
  });
});
