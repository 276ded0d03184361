import type { Instance, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { ElementPath } from './element-path.ts';
import { isElementPath, pathKey } from './element-path.ts';

/** Stored shape of a value: alone, as an object, in a list of them, or as an instance. */
export type StoredShape = 'bare' | 'value' | 'list' | 'instance';

/**
 * One value of a form while it is edited. Its `id` contains its path, so that the same place has the same name in every
 * version.
 */
export interface FormInstance extends Instance {
  readonly component_id: string;
  readonly element_path: ElementPath;
  /** Any JSON. */
  readonly value: unknown;
  /** Absent for a value that was not stored yet. */
  readonly shape?: StoredShape;
  /** Members stored beside the value. */
  readonly entry?: JsonRecord;
  /** A placeholder for a value that the reader may not see; the server knows it by this mark. */
  readonly withheld?: string;
}

export const isFormInstance = (instance: unknown): instance is FormInstance =>
  isRecord(instance) &&
  typeof instance['component_id'] === 'string' &&
  isElementPath(instance['element_path']) &&
  'value' in instance;

/** True for what counts as no answer. */
export const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

/** The same value at another path. */
export function atPath<Kind extends FormInstance>(instance: Kind, path: ElementPath): Kind {
  const mark = instance.id.indexOf('#');
  const { entry } = instance;
  const moved =
    entry !== undefined && isElementPath(entry['element_path']) ? { entry: { ...entry, element_path: path } } : {};
  return {
    ...instance,
    id: `${pathKey(path)}${mark < 0 ? '' : instance.id.slice(mark)}`,
    element_path: path,
    ...moved,
  };
}
