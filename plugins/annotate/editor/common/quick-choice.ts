import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { groupValue, shownGroups } from '#plugins/annotate/annotations/common/index.ts';

/** Places of the values that have a key of their own, counted from 1. */
export const QUICK_PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/**
 * Returns the single-choice groups that are asked of at least one of some objects of a class, in the order of the
 * class.
 */
export const singleChoices = (owner: AnnotationClass, instances: readonly Instance[]): readonly AttributeGroup[] =>
  shownGroups(owner, instances).filter(each => each.group_type === 'radio');

/**
 * Returns the group that a value key answers: the first single choice that none of the objects has answered; when there
 * is none, the only single choice of the objects. Undefined where a key could mean several answered groups.
 */
export function quickChoice(owner: AnnotationClass, instances: readonly Instance[]): AttributeGroup | undefined {
  const groups = singleChoices(owner, instances);
  const isOpen = (group: AttributeGroup): boolean =>
    instances.every(each => (groupValue(each, group) as readonly number[]).length === 0);
  return groups.find(isOpen) ?? (groups.length === 1 ? groups[0] : undefined);
}
