import type { AnnotationClass, AttributeGroup } from './annotation-class.ts';
import { conditionProblem } from './group-condition.ts';

/** A group as classes are updated with it: without an id it is new. */
type GroupChange = Omit<AttributeGroup, 'id' | 'attributes'> & {
  readonly id?: number;
  readonly attributes: readonly { readonly id?: number; readonly name: string; readonly default: 0 | 1 }[];
};

/** Returns the groups of the first class with the groups and values that only others have, by name. */
export function joinedGroups(classes: readonly AnnotationClass[]): readonly GroupChange[] {
  const joined = new Map<string, GroupChange>();
  for (const [at, { attribute_groups: groups }] of classes.entries())
    for (const group of groups) {
      const before = joined.get(group.name);
      if (before === undefined) {
        const { id, attributes, isRequired, ...rest } = group;
        joined.set(group.name, {
          ...rest,
          ...(at === 0 ? { id } : {}),
          // A demand of another class would make finished objects incomplete.
          isRequired: at === 0 && isRequired,
          attributes: attributes.map(each => (at === 0 ? each : { name: each.name, default: each.default })),
        });
        continue;
      }
      if (before.group_type !== group.group_type) continue;
      const added = group.attributes.filter(each => !before.attributes.some(own => own.name === each.name));
      joined.set(group.name, {
        ...before,
        attributes: [...before.attributes, ...added.map(each => ({ name: each.name, default: 0 as const }))],
      });
    }
  const groups = [...joined.values()];
  // A group of another class may have depended on one that is of another kind here: it is always asked then.
  return groups.map(group => {
    if (conditionProblem(group, groups) === undefined) return group;
    const { shown_when: _, ...always } = group;
    return always;
  });
}
