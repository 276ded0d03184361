import type {
  AnnotationClass,
  AttributeDefault,
  AttributeGroup,
  AttributeGroupType,
  ClassType,
} from '../common/annotation-class.ts';
import type { ClassShape } from '../common/class-shapes.ts';
import { messages } from './messages.ts';

/** A group while it is edited; `key` stays when groups move. */
export interface GroupDraft {
  readonly key: string;
  readonly id?: number;
  readonly name: string;
  readonly group_type: AttributeGroupType;
  readonly isRequired: boolean;
  readonly default_value: AttributeDefault;
  readonly attributes: readonly { readonly id?: number; readonly name: string }[];
  /** The group, by its key, and its values that this one depends on; absent when it is always asked. */
  readonly condition?: DraftCondition | undefined;
}

/** A condition while it is edited; `values` are names, and may be empty until some are chosen. */
export interface DraftCondition {
  readonly key: string;
  readonly values: readonly string[];
}

/** A class while it is edited. */
export interface ClassDraft {
  readonly id?: number;
  readonly name: string;
  readonly color: string;
  readonly type: ClassType;
  /** Empty: objects may have every shape. */
  readonly shapes: readonly ClassShape[];
  readonly groups: readonly GroupDraft[];
}

let next = 0;
export const newKey = (): string => `group-${++next}`;

export const emptyGroup = (): GroupDraft => ({
  key: newKey(),
  name: '',
  group_type: 'radio',
  isRequired: false,
  default_value: null,
  attributes: [],
});

export function draftOf(entry: AnnotationClass): ClassDraft {
  const keys = new Map(entry.attribute_groups.map(each => [each.name, newKey()]));
  const conditionOf = ({ shown_when: condition }: AttributeGroup): DraftCondition | undefined => {
    const key = condition === undefined ? undefined : keys.get(condition.group);
    return key === undefined ? undefined : { key, values: condition!.values };
  };
  return {
    id: entry.id,
    name: entry.name,
    color: entry.color,
    type: entry.type,
    shapes: entry.shapes ?? [],
    groups: entry.attribute_groups.map(group => ({
      key: keys.get(group.name)!,
      id: group.id,
      name: group.name,
      group_type: group.group_type,
      isRequired: group.isRequired,
      default_value: group.default_value,
      attributes: group.attributes.map(({ id, name }) => ({ id, name })),
      condition: conditionOf(group),
    })),
  };
}

/** The values of a group by the names of a tag field: a name that stays keeps its id. */
export function withValues(group: GroupDraft, names: readonly string[]): GroupDraft {
  const attributes = names.map(name => group.attributes.find(each => each.name === name) ?? { name });
  const { default_value: value } = group;
  const kept = Array.isArray(value)
    ? (value as readonly string[]).filter(each => names.includes(each))
    : typeof value === 'string' && !names.includes(value)
      ? null
      : value;
  return { ...group, attributes, default_value: kept };
}

/** Another kind of group: values stay where both kinds have them, the default starts afresh. */
export function withType(group: GroupDraft, type: AttributeGroupType): GroupDraft {
  const choice = type === 'radio' || type === 'checklist';
  return {
    ...group,
    group_type: type,
    default_value: type === 'checklist' ? [] : null,
    attributes: choice ? group.attributes : [],
  };
}

const isChoice = ({ group_type: type }: GroupDraft): boolean => type === 'radio' || type === 'checklist';

/** The groups that a group may depend on: choices with values that do not depend on it themselves. */
export function possibleParents(group: GroupDraft, groups: readonly GroupDraft[]): readonly GroupDraft[] {
  const dependsOnIt = (other: GroupDraft, seen: ReadonlySet<string> = new Set()): boolean => {
    if (other.key === group.key) return true;
    const parent = groups.find(each => each.key === other.condition?.key);
    return parent !== undefined && !seen.has(parent.key) && dependsOnIt(parent, new Set([...seen, other.key]));
  };
  return groups.filter(each => isChoice(each) && each.attributes.length > 0 && !dependsOnIt(each));
}

/** The groups with one of them changed, or removed when `after` is undefined: conditions on what is gone go with it. */
export function withGroup(
  groups: readonly GroupDraft[],
  key: string,
  after: GroupDraft | undefined,
): readonly GroupDraft[] {
  const changed = groups.flatMap(each => (each.key !== key ? [each] : after === undefined ? [] : [after]));
  return changed.map(each => {
    if (each.condition?.key !== key || each.key === key) return each;
    if (after === undefined || !isChoice(after)) return { ...each, condition: undefined };
    const names = after.attributes.map(value => value.name);
    const values = each.condition.values.filter(value => names.includes(value));
    return values.length === each.condition.values.length ? each : { ...each, condition: { key, values } };
  });
}

/** Returns the problem that keeps a draft from being saved, in words; undefined when nothing does. */
export function draftProblem(draft: ClassDraft): string | undefined {
  if (draft.name.trim() === '') return messages.classDraft.giveTheClassAName;
  if (!/^#[0-9a-f]{6}$/i.test(draft.color)) return messages.classDraft.chooseAColourLike1c7ed6;
  const names = new Set<string>();
  for (const group of draft.groups) {
    const name = group.name.trim();
    if (name === '') return messages.classDraft.giveEveryAttributeGroupAName;
    if (names.has(name)) return messages.classDraft.twoGroupsAreCalledName(name);
    names.add(name);
    if (isChoice(group) && group.attributes.length === 0) return messages.classDraft.addValuesToName(name);
    if (group.condition?.values.length === 0) return messages.classDraft.chooseWhenNameIsAsked(name);
  }
  return undefined;
}

/** The draft as the API takes it. */
export function bodyOf(draft: ClassDraft): {
  name: string;
  color: string;
  type: ClassType;
  shapes: readonly ClassShape[];
  attribute_groups: object[];
} {
  return {
    name: draft.name.trim(),
    color: draft.color.toUpperCase(),
    type: draft.type,
    shapes: draft.shapes,
    attribute_groups: draft.groups.map(({ key: _, name, condition, ...group }) => {
      const parent = draft.groups.find(each => each.key === condition?.key);
      return {
        ...group,
        name: name.trim(),
        ...(parent === undefined || condition === undefined
          ? {}
          : { shown_when: { group: parent.name.trim(), values: condition.values } }),
      };
    }),
  };
}

/** True when saving would change nothing. */
export const sameDraft = (one: ClassDraft, other: ClassDraft): boolean =>
  JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other));

/** Groups that demand a value and did not before; none of a new class, which no object has yet. */
export function demandedGroups(before: AnnotationClass | undefined, after: AnnotationClass): readonly AttributeGroup[] {
  if (before === undefined) return [];
  const known = new Set(before.attribute_groups.filter(each => each.isRequired).map(each => each.id));
  return after.attribute_groups.filter(each => each.isRequired && !known.has(each.id));
}
