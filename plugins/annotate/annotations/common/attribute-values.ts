import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import type { AttributeValue, Instance } from './document.ts';
import { sameJson } from './diff.ts';
import { askedGroups } from './shown-groups.ts';

/** Value of a group on screen: chosen value ids for radio and checklist, a text, a number, or nothing. */
export type GroupValue = readonly number[] | string | number | undefined;

const isChoice = (group: AttributeGroup): boolean => group.group_type === 'radio' || group.group_type === 'checklist';

/** The values a new instance of a class starts with: the defaults of the groups that are asked of it. */
export function defaultValues(annotationClass: AnnotationClass): readonly AttributeValue[] {
  return withAskedDefaults([], annotationClass, []);
}

/** Adds the defaults of the groups that are asked and were not before, until no further group is asked. */
function withAskedDefaults(
  held: readonly AttributeValue[],
  owner: AnnotationClass,
  before: readonly AttributeGroup[],
): readonly AttributeValue[] {
  const asked = askedGroups(owner, held);
  const added = asked
    .filter(each => !before.includes(each) && !held.some(value => value.groupId === each.id))
    .flatMap(defaultOf);
  return added.length === 0 ? held : withAskedDefaults([...held, ...added], owner, asked);
}

function defaultOf(group: AttributeGroup): readonly AttributeValue[] {
  const { default_value: value } = group;
  if (!isChoice(group))
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? valuesFor(group, value) : [];
  const names = Array.isArray(value) ? value : [value];
  return valuesFor(
    group,
    group.attributes.filter(attribute => names.includes(attribute.name)).map(attribute => attribute.id),
  );
}

/** Returns the value of an instance in a group. */
export function groupValue(instance: Instance, group: AttributeGroup): GroupValue {
  const own = instance.attributes.filter(value => value.groupId === group.id);
  if (isChoice(group)) return own.flatMap(value => (typeof value.id === 'number' && value.id > 0 ? [value.id] : []));
  return own[0]?.name;
}

/** Returns the value that all instances share in a group; `mixed` when they differ. */
export function sharedValue(
  instances: readonly Instance[],
  group: AttributeGroup,
): { readonly value: GroupValue; readonly mixed: boolean } {
  const [first, ...others] = instances.map(instance => groupValue(instance, group));
  return others.every(value => sameJson(value, first))
    ? { value: first, mixed: false }
    : { value: undefined, mixed: true };
}

/** The instance with another value in a group; the same instance when nothing changes. */
export function withGroupValue(instance: Instance, group: AttributeGroup, value: GroupValue): Instance {
  if (sameJson(groupValue(instance, group), value)) return instance;
  return {
    ...instance,
    attributes: [...instance.attributes.filter(each => each.groupId !== group.id), ...valuesFor(group, value)],
  };
}

/**
 * The instance with another value in a group of its class: groups that are no longer asked lose their values, and
 * groups that are asked from now on get their defaults.
 */
export function withAnswer(
  instance: Instance,
  owner: AnnotationClass,
  group: AttributeGroup,
  value: GroupValue,
): Instance {
  const changed = withGroupValue(instance, group, value);
  if (changed === instance || !owner.attribute_groups.some(each => each.shown_when !== undefined)) return changed;
  const before = askedGroups(owner, instance.attributes);
  const asked = new Set(askedGroups(owner, changed.attributes));
  const dropped = new Set(owner.attribute_groups.filter(each => !asked.has(each)).map(each => each.id));
  const kept = changed.attributes.filter(({ groupId }) => groupId === undefined || !dropped.has(groupId));
  return { ...changed, attributes: withAskedDefaults(kept, owner, before) };
}

/** Required groups that are asked and in which the instance holds nothing. */
export function missingGroups(instance: Instance, annotationClass: AnnotationClass): readonly AttributeGroup[] {
  return askedGroups(annotationClass, instance.attributes).filter(group => {
    if (!group.isRequired) return false;
    const value = groupValue(instance, group);
    return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  });
}

function valuesFor(group: AttributeGroup, value: GroupValue): readonly AttributeValue[] {
  const { id: groupId, name: groupName } = group;
  if (typeof value === 'string' || typeof value === 'number')
    return value === '' ? [] : [{ groupId, groupName, name: value }];
  const chosen = group.attributes.filter(attribute => value?.includes(attribute.id) === true);
  return (group.group_type === 'radio' ? chosen.slice(0, 1) : chosen).map(({ id, name }) => ({
    id,
    groupId,
    name,
    groupName,
  }));
}
