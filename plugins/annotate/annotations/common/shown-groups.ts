import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { ancestorsOf } from '#plugins/workspace/classes/common/index.ts';
import type { AttributeValue, Instance } from './document.ts';

type Held = Pick<AttributeValue, 'id' | 'groupId' | 'groupName' | 'name'>;

/** The name of a held value as its group has it now: values are renamed in the class before they are in documents. */
const nameIn = (group: AttributeGroup, { id, name }: Held): string | number | undefined =>
  group.attributes.find(each => each.id === id)?.name ?? name;

/**
 * Returns the attribute groups that are asked of an object which holds these values: those without a condition, and
 * those whose condition is met by a group that is asked itself.
 */
export function askedGroups(owner: AnnotationClass, held: readonly Held[]): readonly AttributeGroup[] {
  const { attribute_groups: groups } = owner;
  const isMet = ({ shown_when: condition }: AttributeGroup): boolean => {
    if (condition === undefined) return true;
    const parent = groups.find(each => each.name === condition.group);
    return (
      parent !== undefined &&
      held.some(
        value =>
          (value.groupId === parent.id || value.groupName === parent.name) &&
          condition.values.includes(String(nameIn(parent, value))),
      )
    );
  };
  return groups.filter(group => isMet(group) && ancestorsOf(group, groups).every(isMet));
}

/** The attribute groups that are asked of at least one of some objects of a class, in the order of the class. */
export function shownGroups(owner: AnnotationClass, instances: readonly Instance[]): readonly AttributeGroup[] {
  const asked = new Set(instances.flatMap(each => askedGroups(owner, each.attributes)));
  return owner.attribute_groups.filter(group => asked.has(group));
}

/** The number of groups that a group depends on, each on the next one. */
export const groupDepth = (owner: AnnotationClass, group: AttributeGroup): number =>
  ancestorsOf(group, owner.attribute_groups).length;
