import type { AnnotationClass, AttributeGroup } from './annotation-class.ts';
import { classTypeNames } from './annotation-class.ts';

type Loose = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An attribute group in the spelling of the work-management service. */
export interface WorkGroup extends Omit<AttributeGroup, 'isRequired'> {
  readonly is_required: boolean;
}

/** A class in the spelling of the work-management service. */
export interface WorkClass extends Omit<AnnotationClass, 'type' | 'attribute_groups'> {
  readonly type: string;
  readonly attributeGroups: readonly WorkGroup[];
}

/** The class in that spelling. */
export function workClass({ type, attribute_groups: groups, ...rest }: AnnotationClass): WorkClass {
  return {
    ...rest,
    type: classTypeNames[type],
    attributeGroups: groups.map(({ isRequired, ...group }) => ({ ...group, is_required: isRequired })),
  };
}

/** Flags of values win over the default of the group, when one is set. */
function withFlags(group: Loose): Loose {
  const values: readonly unknown[] = Array.isArray(group['attributes']) ? group['attributes'] : [];
  if (!values.some(each => isRecord(each) && (each['default'] === 1 || each['default'] === true))) return group;
  const { default_value: _, ...rest } = group;
  return rest;
}

/**
 * Converts a body of that spelling to the one that `readClasses` takes. A second group with an id that the body already
 * used is left out. What is malformed stays, so that `readClasses` names it.
 */
export function fromWorkClass(body: Loose): Loose {
  const { attributeGroups: groups, ...rest } = body;
  if (!Array.isArray(groups))
    return groups === undefined || groups === null ? rest : { ...rest, attribute_groups: groups };
  const ids = new Set<unknown>();
  const once = groups.filter((each: unknown) => {
    const id = isRecord(each) ? (each['id'] ?? undefined) : undefined;
    if (id === undefined) return true;
    const first = !ids.has(id);
    ids.add(id);
    return first;
  });
  return {
    ...rest,
    attribute_groups: once.map((each: unknown) => {
      if (!isRecord(each)) return each;
      const { is_required: required, group_type: type, ...group } = each;
      return withFlags({
        ...group,
        ...(required === undefined ? {} : { isRequired: required }),
        ...(typeof type === 'string'
          ? { group_type: type.toLowerCase() }
          : type === undefined
            ? {}
            : { group_type: type }),
      });
    }),
  };
}
