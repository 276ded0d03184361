import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { AttributeValue, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import type { KeyPointSteps, Step } from './api.ts';
import { stepTools } from './step-tools.ts';

/** Values of the setting `WorkflowType`. */
const BASIC = 2;
const KEY_POINTS = 3;

/** The tool that sets key points. */
const KEY_POINT_TOOL = 'point';

/** One step of the work on an item: draw this class, with these values. */
export interface GuidedStep {
  /** 1 for the first. */
  readonly number: number;
  readonly classId: number;
  readonly className: string;
  readonly color: string;
  readonly attributes: readonly AttributeValue[];
  /** The tool it is drawn with; the person's choice when absent. */
  readonly tool?: string;
  /** Numbers of the steps it is joined to by a line of the skeleton. */
  readonly joined: readonly number[];
}

/** The steps of a project; key points are set one after the other, over and over. */
export interface Guide {
  readonly kind: 'basic' | 'key_points';
  readonly steps: readonly GuidedStep[];
}

/** State of the steps of a project on the server. */
export interface ProjectSteps {
  readonly workflowType: number;
  readonly basic: readonly Step[];
  readonly keyPoints: KeyPointSteps;
}

/** The guide through a project's steps; undefined where it has none. Steps whose class is gone are left out. */
export function guideOf(
  { workflowType, basic, keyPoints }: ProjectSteps,
  classes: readonly AnnotationClass[],
): Guide | undefined {
  const known = new Map(classes.map(each => [each.id, each]));
  const found =
    workflowType === BASIC
      ? basic.map(each => ({
          id: each.step,
          classId: each.class_id,
          attributeIds: each.attribute.map(({ attribute }) => attribute.id),
          tool: each.tool === null ? undefined : stepTools.get(each.tool)?.id,
        }))
      : workflowType === KEY_POINTS
        ? keyPoints.steps.map(each => ({
            id: each.id,
            classId: each.class_id,
            attributeIds: (each.attribute ?? []).map(({ attribute }) => attribute.id),
            tool: KEY_POINT_TOOL,
          }))
        : [];
  const kept = found.filter(each => known.has(each.classId));
  if (kept.length === 0) return undefined;
  const numbers = new Map(kept.map((each, index) => [each.id, index + 1]));
  const lines = workflowType === KEY_POINTS ? keyPoints.connections : [];
  return {
    kind: workflowType === KEY_POINTS ? 'key_points' : 'basic',
    steps: kept.map(({ id, classId, attributeIds, tool }, index) => {
      const owner = known.get(classId)!;
      const joined = lines
        .flatMap(([from, to]) => (from === id ? [to] : to === id ? [from] : []))
        .flatMap(each => numbers.get(each) ?? []);
      return {
        number: index + 1,
        classId,
        className: owner.name,
        color: owner.color,
        attributes: valuesOf(owner, attributeIds),
        joined,
        ...(tool === undefined ? {} : { tool }),
      };
    }),
  };
}

/** The step after or before: basic steps end, key points start over with the next object. */
export function stepFrom({ kind, steps }: Guide, at: number, by: 1 | -1): number | undefined {
  const next = at + by;
  if (next >= 0 && next < steps.length) return next;
  return kind === 'key_points' && steps.length > 0 ? (next + steps.length) % steps.length : undefined;
}

/** Returns the number of objects of each step's class. */
export function doneOf({ steps }: Guide, instances: readonly Instance[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const { classId } of instances) counts.set(classId, (counts.get(classId) ?? 0) + 1);
  return steps.map(({ classId }) => counts.get(classId) ?? 0);
}

/** Returns whether an edit drew an object of the step: undo and what comes back from elsewhere draw nothing. */
export const drew = (patches: readonly Patch[], { classId }: GuidedStep): boolean =>
  patches.some(
    ({ collection, before, after }) =>
      collection === 'instances' && before === undefined && (after as Instance | undefined)?.classId === classId,
  );

/**
 * The patches with the step's values given to what is drawn of its class, where its group has no value yet or only the
 * class's own.
 */
export function withStepValues(patches: readonly Patch[], { classId, attributes }: GuidedStep): readonly Patch[] {
  if (attributes.length === 0) return patches;
  const groups = new Set(attributes.map(each => each.groupId));
  return patches.map(patch => {
    const after = patch.after as Instance | undefined;
    if (
      patch.collection !== 'instances' ||
      patch.before !== undefined ||
      after?.classId !== classId ||
      after.creationType === 'Prediction'
    )
      return patch;
    return {
      ...patch,
      after: { ...after, attributes: [...after.attributes.filter(each => !groups.has(each.groupId)), ...attributes] },
    };
  });
}

function valuesOf({ attribute_groups: groups }: AnnotationClass, ids: readonly number[]): readonly AttributeValue[] {
  return groups.flatMap(group => {
    const chosen = group.attributes
      .filter(each => ids.includes(each.id))
      .map(each => ({ id: each.id, groupId: group.id, name: each.name, groupName: group.name }));
    return group.group_type === 'radio' ? chosen.slice(0, 1) : chosen;
  });
}
