import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** A stored document with the values of components under their new ids, in all shapes it can have. */
export function withRenamedValues(document: JsonRecord, names: ReadonlyMap<string, string>): JsonRecord {
  const name = (id: unknown): unknown => (typeof id === 'string' ? (names.get(id) ?? id) : id);
  const path = (entry: JsonRecord): JsonRecord =>
    Array.isArray(entry['element_path']) ? { ...entry, element_path: entry['element_path'].map(name) } : entry;
  const placed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((each: unknown) => (isRecord(each) ? path(each) : each))
      : isRecord(value)
        ? path(value)
        : value;
  const instance = (each: unknown): unknown => {
    if (!isRecord(each)) return each;
    const attributes = Array.isArray(each['attributes'])
      ? {
          attributes: each['attributes'].map((attribute: unknown) =>
            isRecord(attribute) ? { ...attribute, ...groupName(attribute, names) } : attribute,
          ),
        }
      : {};
    return {
      ...path(each),
      ...('className' in each ? { className: name(each['className']) } : {}),
      ...('component_id' in each ? { component_id: name(each['component_id']) } : {}),
      ...attributes,
    };
  };
  const { data, instances, comments } = document;
  return {
    ...document,
    ...(isRecord(data)
      ? { data: Object.fromEntries(Object.entries(data).map(([id, value]) => [name(id), placed(value)])) }
      : {}),
    ...(Array.isArray(instances) ? { instances: instances.map(instance) } : {}),
    ...(Array.isArray(comments)
      ? { comments: comments.map((each: unknown) => (isRecord(each) ? path(each) : each)) }
      : {}),
  };
}

function groupName({ groupName: group }: JsonRecord, names: ReadonlyMap<string, string>): JsonRecord {
  const renamed =
    typeof group === 'string' && group.startsWith('value_') ? names.get(group.slice('value_'.length)) : undefined;
  return renamed === undefined ? {} : { groupName: `value_${renamed}` };
}
