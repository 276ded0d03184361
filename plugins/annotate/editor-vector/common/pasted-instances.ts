import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { AttributeValue, Instance, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { indexClasses, resolveClasses } from '#plugins/annotate/annotations/common/index.ts';
import { nextGroupId } from './groups.ts';

/** Instances with the classes and attributes of a project, and the names of classes it does not have. */
export interface Adopted {
  readonly instances: readonly Instance[];
  readonly missing: readonly string[];
}

/**
 * Instances copied elsewhere with the classes of this project: those of the same project keep theirs by id, those of
 * another one are found by name, with their attributes. What is not found is left out: the class, or the single value.
 */
export function adoptClasses(
  instances: readonly Instance[],
  classes: readonly AnnotationClass[],
  sameProject: boolean,
): Adopted {
  const kinds = (type: 1 | 2): AnnotationClass[] => classes.filter(each => each.type === type);
  const adopt = (type: 1 | 2): { readonly found: readonly Instance[]; readonly missing: readonly string[] } => {
    const own = instances.filter(instance => (instance.type === 'tag') === (type === 2));
    const { document, missingResources } = resolveClasses(
      { instances: own as unknown as readonly JsonRecord[] },
      indexClasses(kinds(type)),
      { ids: sameProject ? 'prefer' : 'ignore' },
    );
    return { found: document['instances'] as unknown as readonly Instance[], missing: missingResources.class };
  };
  const [objects, tags] = [adopt(1), adopt(2)];
  const byId = new Map([...objects.found, ...tags.found].map(instance => [instance.id, instance]));
  const settled = instances.flatMap(before => {
    const after = byId.get(before.id)!;
    // A tag says nothing without its class.
    if (before.type === 'tag' && after.classId === -1) return [];
    const isKnownClass = after.classId !== -1;
    const { className, ...bare } = after;
    return [
      {
        ...bare,
        ...(isKnownClass ? { className } : {}),
        attributes: isKnownClass ? after.attributes.filter(isKnown) : [],
        ...(before['templateId'] === undefined ? {} : { templateId: before['templateId'] }),
      },
    ];
  });
  return { instances: settled, missing: [...objects.missing, ...tags.missing] };
}

/**
 * Copies that were grouped among themselves are again, with numbers of their own; what was grouped with something left
 * behind is not.
 */
export function regroup(
  copies: readonly Instance[],
  groupsBefore: readonly (number | undefined)[],
  all: readonly Instance[],
): readonly Instance[] {
  const sizes = new Map<number, number>();
  for (const group of groupsBefore) if ((group ?? 0) > 0) sizes.set(group!, (sizes.get(group!) ?? 0) + 1);
  const numbers = new Map(
    [...sizes].filter(([, size]) => size > 1).map(([group], index) => [group, nextGroupId(all) + index]),
  );
  return copies.map((copy, index) => {
    const groupId = numbers.get(groupsBefore[index] ?? 0);
    return groupId === undefined ? copy : { ...copy, groupId };
  });
}

function isKnown({ groupId }: AttributeValue): boolean {
  return groupId !== undefined && groupId !== -1;
}
