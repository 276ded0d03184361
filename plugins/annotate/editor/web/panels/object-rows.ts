import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { messages } from '../messages.ts';

/** A line of the list of objects: one object, or the head of its class. */
export type ObjectRow =
  | { readonly kind: 'object'; readonly instance: Instance; readonly number: number }
  | { readonly kind: 'group'; readonly classId: number; readonly name: string; readonly count: number };

export const unclassified = messages.shared.noClass;

const typeTitles: Readonly<Record<string, string>> = { bbox: 'box', rbbox: messages.objectRows.rotatedBox, '': 'mask' };

/** The word for an instance's type on screen. */
export const typeTitle = (type: string): string => typeTitles[type] ?? type;

/** Name of an instance's class today. */
export function classNameOf(instance: Instance, classes: ReadonlyMap<number, AnnotationClass>): string {
  return classes.get(instance.classId)?.name ?? unclassified;
}

/**
 * The lines of the list: topmost object first, as one sees them, or in the order of the editor; with `grouped` under
 * their classes in the order of the class list.
 * @param filter a part of the class name, the type, an attribute value, the object's number or what it says, in any
 * case
 */
export function objectRows(
  instances: readonly Instance[],
  classes: readonly AnnotationClass[],
  options: {
    readonly filter: string;
    readonly grouped: boolean;
    readonly titleOf?: ((instance: Instance) => string | undefined) | undefined;
    readonly order?: ((one: Instance, other: Instance) => number) | undefined;
  },
): readonly ObjectRow[] {
  const byId = new Map(classes.map(each => [each.id, each]));
  const wanted = options.filter.trim().toLowerCase();
  const { order: compare } = options;
  const numbered = instances.map((instance, place) => ({ kind: 'object' as const, instance, number: place + 1 }));
  const objects = (
    compare === undefined
      ? numbered.toReversed()
      : numbered.toSorted((one, other) => compare(one.instance, other.instance))
  ).filter(
    ({ instance, number }) =>
      wanted === '' ||
      `${textOf(instance, number, byId)} ${options.titleOf?.(instance)?.toLowerCase() ?? ''}`.includes(wanted),
  );
  if (!options.grouped) return objects;
  const groups = new Map<number, typeof objects>();
  for (const row of objects) {
    const key = byId.has(row.instance.classId) ? row.instance.classId : -1;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const order = [...classes.map(each => each.id), -1].filter(id => groups.has(id));
  return order.flatMap(id => [
    { kind: 'group' as const, classId: id, name: byId.get(id)?.name ?? unclassified, count: groups.get(id)!.length },
    ...groups.get(id)!,
  ]);
}

function textOf(instance: Instance, number: number, classes: ReadonlyMap<number, AnnotationClass>): string {
  return `${classNameOf(instance, classes)} ${typeTitle(instance.type)} #${number} ${instance.attributes.map(value => String(value.name ?? '')).join(' ')}`.toLowerCase();
}
