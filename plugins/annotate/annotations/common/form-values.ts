import { isRecord, recordsOf, withoutFields } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';

/** Ids of the enclosing groups, each with its row from 0, then the component's own id. */
export type ElementPath = readonly (string | number)[];

/** One value of a component, by its place in the form. */
export interface FormValue extends JsonRecord {
  readonly value: unknown;
  readonly element_path: ElementPath;
}

/** The values of a form by component id, in the order of the document. */
export type FormValues = ReadonlyMap<string, readonly FormValue[]>;

const hasValue = (entry: unknown): entry is JsonRecord => isRecord(entry) && Object.hasOwn(entry, 'value');

const isPath = (path: unknown): path is ElementPath =>
  Array.isArray(path) &&
  path.length % 2 === 1 &&
  path.every((step, at) => typeof step === (at % 2 === 0 ? 'string' : 'number'));

const placed = (id: string, entry: JsonRecord): FormValue => ({
  ...entry,
  value: entry['value'],
  element_path: isPath(entry['element_path']) ? entry['element_path'] : [id],
});

/**
 * Values as `data` holds them: a list of values with paths, one value with or without a path, or a bare value.
 * What has no path is outside of groups.
 */
function valuesOf(id: string, given: unknown): readonly FormValue[] {
  if (Array.isArray(given) && given.length > 0 && given.every(hasValue)) return given.map(entry => placed(id, entry));
  return [placed(id, hasValue(given) ? given : { value: given })];
}

/** The value of an instance of the default form: a name, or a list of them for a checklist. */
function valueOfInstance(instance: JsonRecord): unknown {
  const names = recordsOf(instance['attributes']).map(attribute => attribute['name']);
  return names.length > 1 ? names : (names[0] ?? null);
}

/** All values of a stored form, whichever of the shapes it was uploaded in. */
export function formValues(document: JsonRecord): FormValues {
  const { data } = document;
  if (isRecord(data)) return new Map(Object.entries(data).map(([id, given]) => [id, valuesOf(id, given)]));
  const found = new Map<string, FormValue[]>();
  for (const instance of recordsOf(document['instances'])) {
    const id = instance['component_id'] ?? instance['className'];
    if (typeof id !== 'string') continue;
    const value = placed(id, { value: valueOfInstance(instance), element_path: instance['element_path'] });
    const before = found.get(id);
    if (before === undefined) found.set(id, [value]);
    else before.push(value);
  }
  return found;
}

/** `data` in which every value has its path: what item editing reads. */
export const dataWithPaths = (values: FormValues): JsonRecord => Object.fromEntries(values);

/**
 * `data` with one plain value for each component outside of groups; inside of groups the paths stay, or rows would be
 * lost.
 */
export function plainData(values: FormValues): JsonRecord {
  return Object.fromEntries(
    [...values].map(([id, list]) => {
      const [only] = list;
      return [id, list.length === 1 && only!.element_path.length === 1 ? withoutFields(only!, 'element_path') : list];
    }),
  );
}
