import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';

/** Ids of classes, attribute groups and attributes of one project to those of another one that are named the same. */
export interface ClassPartners {
  readonly classes: ReadonlyMap<number, number>;
  readonly groups: ReadonlyMap<number, number>;
  readonly attributes: ReadonlyMap<number, number>;
}

/** Finds what is named the same; what has no partner is left out. */
export function classPartners(from: readonly AnnotationClass[], to: readonly AnnotationClass[]): ClassPartners {
  const byName = <T extends { readonly name: string }>(
    ours: readonly T[],
    theirs: readonly T[],
  ): readonly (readonly [T, T])[] =>
    ours.flatMap(each => {
      const partner = theirs.find(other => other.name === each.name);
      return partner === undefined ? [] : [[each, partner] as const];
    });
  const ids = (
    pairs: readonly (readonly [{ readonly id: number }, { readonly id: number }])[],
  ): ReadonlyMap<number, number> => new Map(pairs.map(([one, other]) => [one.id, other.id]));
  const classes = byName(from, to);
  const groups = classes.flatMap(([one, other]) => byName(one.attribute_groups, other.attribute_groups));
  return {
    classes: ids(classes),
    groups: ids(groups),
    attributes: ids(groups.flatMap(([one, other]) => byName(one.attributes, other.attributes))),
  };
}
