import type { AnnotationDocument, Instance, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import {
  formValues,
  isRecord,
  recordsOf,
  sameJson,
  withoutFields,
} from '#plugins/annotate/annotations/common/index.ts';
import { isElementPath, pathKey } from './element-path.ts';
import type { ElementPath } from './element-path.ts';
import type { FormInstance, StoredShape } from './form-instance.ts';
import { isEmptyValue, isFormInstance } from './form-instance.ts';

/** Mark of an open document that refers to the stored one: its lists, and the instances that were beside its data. */
interface StoredMark extends JsonRecord {
  readonly lists: readonly string[];
  readonly instances?: unknown;
}

const MARK = 'form_stored';
const lists = ['instances', 'tags', 'comments'] as const;
const hasValue = (entry: unknown): entry is JsonRecord => isRecord(entry) && Object.hasOwn(entry, 'value');

/** True for a form as the editor has it open. */
export const isOpenForm = (document: JsonRecord): boolean => isRecord(document[MARK]);

/** A stored form as the editor opens it: one instance for each value. {@link storeForm} writes it back as it was. */
export function openForm(stored: JsonRecord): JsonRecord {
  const { data } = stored;
  const ids = new Map<string, number>();
  const made = (
    path: ElementPath,
    fields: Omit<FormInstance, 'id' | 'type' | 'classId' | 'attributes' | 'element_path'>,
  ): FormInstance => {
    const key = pathKey(path);
    const times = (ids.get(key) ?? 0) + 1;
    ids.set(key, times);
    return {
      id: times === 1 ? key : `${key}#${times}`,
      type: 'tag',
      classId: -1,
      attributes: [],
      ...fields,
      element_path: path,
    } as unknown as FormInstance;
  };
  if (isRecord(data)) {
    const mark: StoredMark = {
      lists: lists.filter(each => Array.isArray(stored[each])),
      ...(Array.isArray(stored['instances']) ? { instances: stored['instances'] } : {}),
    };
    const instances = [...formValues({ data })].flatMap(([id, values]) => {
      const given = data[id];
      const shape: StoredShape =
        Array.isArray(given) && given.length > 0 && given.every(hasValue) ? 'list' : hasValue(given) ? 'value' : 'bare';
      const entries: readonly unknown[] = shape === 'list' ? (given as readonly unknown[]) : [given];
      return values.map((value, at) =>
        made(value.element_path, {
          component_id: id,
          className: id,
          value: value.value,
          shape,
          ...(shape === 'bare' ? {} : { entry: withoutFields(entries[at] as JsonRecord, 'value') }),
        }),
      );
    });
    return { ...withoutFields(stored, 'data'), instances, [MARK]: mark };
  }
  const instances = recordsOf(stored['instances']).map(each => {
    const id = each['component_id'] ?? each['className'];
    if (typeof id !== 'string') return each;
    const path = isElementPath(each['element_path']) ? each['element_path'] : [id];
    return made(path, {
      component_id: id,
      className: id,
      value: valueOfInstance(each),
      shape: 'instance',
      entry: each,
    });
  });
  return {
    ...stored,
    instances,
    [MARK]: {
      lists: lists.filter(each => Array.isArray(stored[each]) && (each === 'comments' || instances.length > 0)),
    } satisfies StoredMark,
  };
}

/**
 * The form as it is stored. A stored value keeps its shape and its other members; a new value gets a path where the
 * form has groups, and stands alone where it has none.
 */
export function storeForm(open: AnnotationDocument, hasGroups: boolean): AnnotationDocument {
  const mark = open[MARK];
  if (!isRecord(mark)) return open;
  const { [MARK]: _, instances, tags, comments, ...rest } = open;
  const had = new Set(Array.isArray(mark['lists']) ? (mark['lists'] as readonly string[]) : []);
  const kept = {
    ...(tags.length > 0 || had.has('tags') ? { tags } : {}),
    ...(comments.length > 0 || had.has('comments') ? { comments } : {}),
  };
  if (instances.some(each => each['shape'] === 'instance' || !isFormInstance(each)))
    return { ...rest, instances: instances.map(asInstance), ...kept } as unknown as AnnotationDocument;
  const byId = new Map<string, FormInstance[]>();
  for (const each of instances.filter(isFormInstance)) {
    const before = byId.get(each.component_id);
    if (before === undefined) byId.set(each.component_id, [each]);
    else before.push(each);
  }
  const data = Object.fromEntries([...byId].map(([id, values]) => [id, storedValues(values, hasGroups)]));
  return {
    ...rest,
    data,
    ...('instances' in mark ? { instances: mark['instances'] } : {}),
    ...kept,
  } as unknown as AnnotationDocument;
}

function storedValues(values: readonly FormInstance[], hasGroups: boolean): unknown {
  const [only] = values;
  const alone = values.length === 1 && only!.element_path.length === 1;
  if (alone && only!.shape === 'bare') return only!.value;
  if (values.length === 1 && only!.shape === 'value') return entryOf(only!);
  if (alone && only!.shape === undefined && !hasGroups) return entryOf(only!);
  return values.map(each =>
    each.shape === 'list' ? entryOf(each) : { ...entryOf(each), element_path: each.element_path },
  );
}

/** The entry as it was, with the value of now, and a new path only where it moved. */
function entryOf({ component_id: id, value, element_path: path, entry = {} }: FormInstance): JsonRecord {
  const before = entry['element_path'];
  const stood = isElementPath(before) ? before : [id];
  return { ...entry, value, ...(sameJson(stood, path) ? {} : { element_path: path }) };
}

function asInstance(instance: Instance): JsonRecord {
  if (!isFormInstance(instance)) return instance;
  const { component_id: id, element_path: path, value, entry = {}, classId, className } = instance;
  const audit =
    instance.updatedAt === undefined ? {} : { updatedAt: instance.updatedAt, updatedBy: instance.updatedBy };
  if (instance.shape === 'instance') {
    const stood = isElementPath(entry['element_path']) ? entry['element_path'] : [id];
    const moved = sameJson(stood, path) ? {} : { element_path: path };
    return sameJson(valueOfInstance(entry), value)
      ? { ...entry, ...moved }
      : { ...entry, ...moved, attributes: attributesOf(id, value, entry), ...audit };
  }
  return {
    type: 'tag',
    classId,
    ...(className === undefined ? {} : { className }),
    component_id: id,
    element_path: path,
    attributes: attributesOf(id, value, {}),
    creationType: 'Manual',
    ...(instance.updatedAt === undefined ? {} : { createdAt: instance.updatedAt, createdBy: instance.updatedBy }),
    ...audit,
  };
}

/** One entry for each choice of a list, one for anything else, none where there is no value. */
function attributesOf(id: string, value: unknown, entry: JsonRecord): readonly JsonRecord[] {
  if (isEmptyValue(value)) return [];
  const [first] = recordsOf(entry['attributes']);
  const group = {
    ...(first?.['groupId'] === undefined ? {} : { groupId: first['groupId'] }),
    groupName: first?.['groupName'] ?? `value_${id}`,
  };
  return (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map(name => ({ ...group, name }));
}

function valueOfInstance(instance: JsonRecord): unknown {
  const names = recordsOf(instance['attributes']).map(attribute => attribute['name']);
  return names.length > 1 ? names : (names[0] ?? null);
}
