import type {
  AnnotationClass,
  AttributeDefault,
  AttributeGroup,
  AttributeGroupType,
  ClassType,
} from '../common/annotation-class.ts';
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
}

/** A class while it is edited. */
export interface ClassDraft {
  readonly id?: number;
  readonly name: string;
  readonly color: string;
  readonly type: ClassType;
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
  return {
    id: entry.id,
    name: entry.name,
    color: entry.color,
    type: entry.type,
    groups: entry.attribute_groups.map(group => ({
      key: newKey(),
      id: group.id,
      name: group.name,
      group_type: group.group_type,
      isRequired: group.isRequired,
      default_value: group.default_value,
      attributes: group.attributes.map(({ id, name }) => ({ id, name })),
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

/** What keeps a draft from being saved, in words; undefined when nothing does. */
export function draftProblem(draft: ClassDraft): string | undefined {
  if (draft.name.trim() === '') return messages.classDraft.giveTheClassAName;
  if (!/^#[0-9a-f]{6}$/i.test(draft.color)) return messages.classDraft.chooseAColourLike1c7ed6;
  const names = new Set<string>();
  for (const group of draft.groups) {
    const name = group.name.trim();
    if (name === '') return messages.classDraft.giveEveryAttributeGroupAName;
    if (names.has(name)) return messages.classDraft.twoGroupsAreCalledName(name);
    names.add(name);
    if ((group.group_type === 'radio' || group.group_type === 'checklist') && group.attributes.length === 0)
      return messages.classDraft.addValuesToName(name);
  }
  return undefined;
}

/** The draft as the API takes it. */
export function bodyOf(draft: ClassDraft): {
  name: string;
  color: string;
  type: ClassType;
  attribute_groups: object[];
} {
  return {
    name: draft.name.trim(),
    color: draft.color.toUpperCase(),
    type: draft.type,
    attribute_groups: draft.groups.map(({ key: _, name, ...group }) => ({ ...group, name: name.trim() })),
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
