import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { KeyPointSteps, Step, WholeSteps } from './api.ts';

/** Values of the setting `WorkflowType`: no steps, basic steps, the points of a skeleton. */
export const stepKinds = { none: 1, basic: 2, keyPoints: 3 } as const;

/** One step while it is edited; `key` stays when steps move. */
export interface StepDraft {
  readonly key: number;
  readonly classId: number;
  readonly tool: number | null;
  readonly attributeIds: readonly number[];
}

/** Steps while they are edited, with the lines of a skeleton as pairs of keys. */
export interface StepsDraft {
  readonly steps: readonly StepDraft[];
  readonly lines: readonly (readonly [number, number])[];
}

/** Stored basic steps as a draft. */
export const draftOfSteps = (steps: readonly Step[]): StepsDraft => ({
  steps: steps.map((each, at) => ({
    key: at + 1,
    classId: each.class_id,
    tool: each.tool,
    attributeIds: each.attribute.map(({ attribute }) => attribute.id),
  })),
  lines: [],
});

/** Stored key points as a draft. */
export const draftOfKeyPoints = ({ steps, connections }: KeyPointSteps): StepsDraft => ({
  steps: steps.map(each => ({
    key: each.id,
    classId: each.class_id,
    tool: null,
    attributeIds: (each.attribute ?? []).map(({ attribute }) => attribute.id),
  })),
  lines: connections,
});

/** A draft as basic steps are stored. */
export const wholeStepsOf = ({ steps }: StepsDraft): WholeSteps => ({
  steps: steps.map(({ classId, tool, attributeIds }) => ({
    class_id: classId,
    tool,
    attribute_ids: [...attributeIds],
  })),
});

/** A draft as key points are stored: numbered by their places from 1. */
export function keyPointsOf({ steps, lines }: StepsDraft, classes: readonly AnnotationClass[]): KeyPointSteps {
  const groupOf = new Map(
    classes.flatMap(each =>
      each.attribute_groups.flatMap(group => group.attributes.map(value => [value.id, group.id] as const)),
    ),
  );
  const place = new Map(steps.map((each, at) => [each.key, at + 1]));
  return {
    steps: steps.map((each, at) => ({
      id: at + 1,
      class_id: each.classId,
      attribute: each.attributeIds.flatMap(id =>
        groupOf.has(id) ? [{ attribute: { id, group_id: groupOf.get(id)! } }] : [],
      ),
    })),
    connections: lines.map(([from, to]) => [place.get(from)!, place.get(to)!]),
  };
}

/** One more step at the end; a new point of a skeleton is joined to the one before when `joined`. */
export function withStep(draft: StepsDraft, classId: number, joined: boolean): StepsDraft {
  const key = Math.max(0, ...draft.steps.map(each => each.key)) + 1;
  const last = draft.steps.at(-1);
  return {
    steps: [...draft.steps, { key, classId, tool: null, attributeIds: [] }],
    lines: joined && last !== undefined ? [...draft.lines, [last.key, key]] : draft.lines,
  };
}

/** A changed step. Another class has other attributes. */
export const withChange = (draft: StepsDraft, key: number, change: Partial<Omit<StepDraft, 'key'>>): StepsDraft => ({
  ...draft,
  steps: draft.steps.map(each =>
    each.key === key
      ? {
          ...each,
          ...(change.classId !== undefined && change.classId !== each.classId ? { attributeIds: [] } : {}),
          ...change,
        }
      : each,
  ),
});

/** Without one step and the lines that ended there. */
export const withoutStep = (draft: StepsDraft, key: number): StepsDraft => ({
  steps: draft.steps.filter(each => each.key !== key),
  lines: draft.lines.filter(line => !line.includes(key)),
});

/** Keys of the points one is joined to. */
export const joinedTo = ({ lines }: StepsDraft, key: number): readonly number[] =>
  lines.flatMap(([from, to]) => (from === key ? [to] : to === key ? [from] : []));

/** The lines of one point replaced; lines that stay keep their place and direction. */
export function withJoined(draft: StepsDraft, key: number, others: readonly number[]): StepsDraft {
  const before = joinedTo(draft, key);
  const kept = draft.lines.filter(line => !line.includes(key) || others.includes(line[0] === key ? line[1] : line[0]));
  return {
    ...draft,
    lines: [...kept, ...others.filter(each => !before.includes(each)).map(each => [key, each] as const)],
  };
}

/** True when storing would change nothing. */
export const sameSteps = (one: StepsDraft, other: StepsDraft): boolean =>
  JSON.stringify([one.steps, one.lines]) === JSON.stringify([other.steps, other.lines]);

/** Places of the points of a preview on a circle, the first at the top, in parts of its width from 0 to 1. */
export function circlePlaces(count: number): readonly (readonly [x: number, y: number])[] {
  if (count === 1) return [[0.5, 0.5]];
  return Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count - Math.PI / 2;
    return [0.5 + 0.4 * Math.cos(angle), 0.5 + 0.4 * Math.sin(angle)] as const;
  });
}
