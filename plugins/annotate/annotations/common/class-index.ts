import type { AnnotationClass, Attribute, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';

/** A group with its values by name and id. */
export interface IndexedGroup {
  readonly group: AttributeGroup;
  readonly valuesByName: ReadonlyMap<string, Attribute>;
  readonly valuesById: ReadonlyMap<number, Attribute>;
}

/** A class with its groups by name and id. */
export interface IndexedClass {
  readonly entry: AnnotationClass;
  readonly groupsByName: ReadonlyMap<string, IndexedGroup>;
  readonly groupsById: ReadonlyMap<number, IndexedGroup>;
}

/** The classes of a project, found by exact name or id. */
export interface ClassIndex {
  readonly byName: ReadonlyMap<string, IndexedClass>;
  readonly byId: ReadonlyMap<number, IndexedClass>;
}

const indexGroup = (group: AttributeGroup): IndexedGroup => ({
  group,
  valuesByName: new Map(group.attributes.map(value => [value.name, value])),
  valuesById: new Map(group.attributes.map(value => [value.id, value])),
});

function indexClass(entry: AnnotationClass): IndexedClass {
  const groups = entry.attribute_groups.map(indexGroup);
  return {
    entry,
    groupsByName: new Map(groups.map(found => [found.group.name, found])),
    groupsById: new Map(groups.map(found => [found.group.id, found])),
  };
}

/** Prepares a class list for many look-ups. */
export function indexClasses(classes: readonly AnnotationClass[]): ClassIndex {
  const indexed = classes.map(indexClass);
  return {
    byName: new Map(indexed.map(found => [found.entry.name, found])),
    byId: new Map(indexed.map(found => [found.entry.id, found])),
  };
}
