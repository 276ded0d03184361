import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { indexClasses } from './class-index.ts';
import type { IndexedClass } from './class-index.ts';
import { isRecord } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';

/**
 * Returns a stored document whose instances of some classes have another class, with attributes found by name in it.
 * What the class does not have keeps its name without an id.
 */
export function mergedDocument(
  document: JsonRecord,
  from: readonly AnnotationClass[],
  into: AnnotationClass,
): JsonRecord {
  const merged = indexClasses(from);
  const target = indexClasses([into]).byId.get(into.id)!;
  const instances = Array.isArray(document['instances']) ? (document['instances'] as readonly unknown[]) : [];
  return {
    ...document,
    instances: instances.map(instance => {
      if (!isRecord(instance)) return instance;
      const isNested = isRecord(instance['meta']);
      const holder = isNested ? (instance['meta'] as JsonRecord) : instance;
      const owner = merged.byId.get(Number(holder['classId']));
      if (owner === undefined) return instance;
      const moved = withAttributes(instance, owner, target) as JsonRecord;
      const named = { classId: into.id, className: into.name };
      return isNested ? { ...moved, meta: { ...(moved['meta'] as JsonRecord), ...named } } : { ...moved, ...named };
    }),
  };
}

/** The value with every list of attributes in it, at any depth: videos have some for each moment. */
function withAttributes(value: unknown, owner: IndexedClass, target: IndexedClass): unknown {
  if (Array.isArray(value)) return value.map(each => withAttributes(each, owner, target));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === 'attributes' && Array.isArray(each)
        ? each.map((entry: unknown) => (isRecord(entry) ? attributeIn(entry, owner, target) : entry))
        : typeof each === 'object'
          ? withAttributes(each, owner, target)
          : each,
    ]),
  );
}

function attributeIn(entry: JsonRecord, owner: IndexedClass, target: IndexedClass): JsonRecord {
  const before = owner.groupsById.get(Number(entry['groupId'])) ?? owner.groupsByName.get(String(entry['groupName']));
  const groupName = before?.group.name ?? entry['groupName'];
  const name = before?.valuesById.get(Number(entry['id']))?.name ?? entry['name'];
  const group = target.groupsByName.get(String(groupName));
  const value = group?.valuesByName.get(String(name));
  const { id: _, groupId: __, ...rest } = entry;
  return {
    ...rest,
    ...(value === undefined ? {} : { id: value.id }),
    ...(group === undefined ? {} : { groupId: group.group.id }),
    ...(groupName === undefined ? {} : { groupName }),
    ...(name === undefined ? {} : { name }),
  };
}
