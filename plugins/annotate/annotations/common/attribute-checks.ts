import type { ClassIndex, IndexedClass, IndexedGroup } from './class-index.ts';
import { errorAt, warningAt } from './checks.ts';
import type { DocumentIssue } from './checks.ts';
import { isRecord, recordsOf } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';
import { askedGroups } from './shown-groups.ts';
import { valueText } from './value-text.ts';

/** The class an instance names, by name first and else by id; undefined when it names none that exists. */
export function classOf(instance: JsonRecord, classes: ClassIndex): IndexedClass | undefined {
  const { className, classId } = instance;
  if (typeof className === 'string') return classes.byName.get(className);
  return typeof classId === 'number' ? classes.byId.get(classId) : undefined;
}

/** The group an attribute value names, by name first and else by id. */
export function groupOf(attribute: JsonRecord, owner: IndexedClass): IndexedGroup | undefined {
  const { groupName, groupId } = attribute;
  if (typeof groupName === 'string') return owner.groupsByName.get(groupName);
  return typeof groupId === 'number' ? owner.groupsById.get(groupId) : undefined;
}

const holdsValue = (attribute: JsonRecord): boolean =>
  attribute['name'] !== undefined && attribute['name'] !== null && attribute['name'] !== '';

function checkValues(attributes: readonly unknown[], owner: IndexedClass, path: string): DocumentIssue[] {
  const uses = new Map<string, number>();
  const issues = attributes.flatMap((attribute, at): DocumentIssue[] => {
    if (!isRecord(attribute)) return [];
    const group = groupOf(attribute, owner)?.group;
    if (!group) return [];
    uses.set(group.name, (uses.get(group.name) ?? 0) + 1);
    const { name } = attribute;
    if (name === undefined || name === null) return [];
    const wanted = group.group_type === 'numeric' ? 'number' : 'string';
    return typeof name === wanted
      ? []
      : [errorAt(`${path}[${at}].name`, `${valueText(name)} is not of type '${wanted}'`)];
  });
  for (const { group } of owner.groupsByName.values()) {
    if (group.group_type === 'radio' && (uses.get(group.name) ?? 0) > 1)
      issues.push(errorAt(path, `'${group.name}' allows a single value`));
  }
  return issues;
}

/**
 * Checks the attribute values of an instance against its class: a radio group holds one value, numeric values are
 * numbers, all others strings, and a required group holds a value.
 *
 * @param completing the item is about to be Completed: a missing required value is an error then, else a warning
 */
export function checkAttributes(
  instance: JsonRecord,
  path: string,
  owner: IndexedClass,
  completing: boolean,
): readonly DocumentIssue[] {
  const attributes = Array.isArray(instance['attributes']) ? (instance['attributes'] as unknown[]) : [];
  const issues = checkValues(attributes, owner, `${path}.attributes`);
  const held = new Set(
    recordsOf(attributes)
      .filter(holdsValue)
      .map(attribute => groupOf(attribute, owner)?.group.name),
  );
  const raise = completing ? errorAt : warningAt;
  const values = recordsOf(attributes).flatMap(attribute => {
    const group = groupOf(attribute, owner)?.group;
    const { name } = attribute;
    return group === undefined || typeof name !== 'string' ? [] : [{ groupName: group.name, name }];
  });
  for (const group of askedGroups(owner.entry, values)) {
    if (group.isRequired && !held.has(group.name))
      issues.push(raise(`${path}.attributes`, `'${group.name}' is a required group`));
  }
  return issues;
}
