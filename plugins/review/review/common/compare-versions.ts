import type { AnnotationDocument, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { sameJson } from '#plugins/annotate/annotations/common/index.ts';
import { isShifted, sameGeometry } from './same-geometry.ts';

/** Difference of an object that both versions have. */
export type Change = 'moved' | 'reshaped' | 'class' | 'attributes' | 'approval' | 'other';

/** One object that is not the same in two versions of an item. */
export interface Difference {
  /** Id of the object in the later version; in the earlier one where it is no longer there. */
  readonly id: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Empty unless `changed`. */
  readonly changes: readonly Change[];
  readonly before?: Instance;
  readonly after?: Instance;
}

/** Comparison of the masks of two versions. */
export interface PaintComparison {
  /** Returns whether two objects, one of each version, have the same pixels. */
  same(before: Instance, after: Instance): boolean;
  /** Returns the place of an object's pixels: the same text for the same pixels. */
  placeOf(instance: Instance, version: 'before' | 'after'): string;
}

/** Fields about how and when an object came to be, not about the object itself. */
const AUDIT: ReadonlySet<string> = new Set([
  'id',
  'className',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'creationType',
  'visible',
  'locked',
]);
const GEOMETRY: ReadonlySet<string> = new Set([
  'type',
  'points',
  'exclude',
  'connections',
  'x',
  'y',
  'cx',
  'cy',
  'rx',
  'ry',
  'angle',
  'parts',
]);

/**
 * The objects in which two versions of an item differ, in drawing order of the later one, those that are gone last.
 * Objects are matched by their id; those that lost it on the way (uploads bring none) by being the same, or by the same
 * place. What is merely hidden, locked or stamped again is no difference. Masks are compared by their pixels when
 * `paint` knows them, else by the colours of their parts.
 */
export function compareVersions(
  before: AnnotationDocument,
  after: AnnotationDocument,
  paint?: PaintComparison,
): readonly Difference[] {
  const known = new Map(before.instances.map(each => [each.id, each]));
  const pairs = new Map<string, Instance>();
  for (const each of after.instances) {
    const same = known.get(each.id);
    if (same !== undefined) pairs.set(each.id, same);
  }
  pairLeftovers(before.instances, after.instances, pairs, paint);
  const kept = new Set([...pairs.values()].map(each => each.id));
  const found = after.instances.flatMap((each): readonly Difference[] => {
    const old = pairs.get(each.id);
    if (old === undefined) return [{ id: each.id, kind: 'added', changes: [], after: each }];
    const changes = changesOf(old, each, paint);
    return changes.length === 0 ? [] : [{ id: each.id, kind: 'changed', changes, before: old, after: each }];
  });
  const gone = before.instances
    .filter(each => !kept.has(each.id))
    .map((each): Difference => ({ id: each.id, kind: 'removed', changes: [], before: each }));
  return [...found, ...gone];
}

/** Returns the differences from one object to the other. */
export function changesOf(before: Instance, after: Instance, paint?: PaintComparison): readonly Change[] {
  const other = [...new Set([...Object.keys(before), ...Object.keys(after)])].some(
    field =>
      !AUDIT.has(field) &&
      !GEOMETRY.has(field) &&
      !['classId', 'attributes', 'error'].includes(field) &&
      !sameJson(before[field] ?? null, after[field] ?? null),
  );
  return [
    ...geometryChange(before, after, paint),
    ...(before.classId === after.classId ? [] : ['class' as const]),
    ...(sameAttributes(before, after) ? [] : ['attributes' as const]),
    ...((before.error ?? null) === (after.error ?? null) ? [] : ['approval' as const]),
    ...(other ? ['other' as const] : []),
  ];
}

/** Of masks, their pixels count and not the colours they are written in. */
function geometryChange(before: Instance, after: Instance, paint: PaintComparison | undefined): readonly Change[] {
  if (paint !== undefined && Array.isArray(before['parts']) && Array.isArray(after['parts']))
    return paint.same(before, after) ? [] : ['reshaped'];
  if (sameGeometry(before, after)) return [];
  return [isShifted(before, after) ? 'moved' : 'reshaped'];
}

/** The order of values does not matter, nor do names of what has an id. */
function sameAttributes(before: Instance, after: Instance): boolean {
  const values = ({ attributes }: Instance): readonly string[] =>
    attributes.map(({ id, groupId, name, groupName }) => JSON.stringify([groupId ?? groupName, id ?? name])).toSorted();
  return sameJson(values(before), values(after));
}

/** Objects without a partner of the same id: the same content first, then the same place. */
function pairLeftovers(
  before: readonly Instance[],
  after: readonly Instance[],
  pairs: Map<string, Instance>,
  paint: PaintComparison | undefined,
): void {
  const taken = new Set([...pairs.values()].map(each => each.id));
  for (const fields of [CONTENT, GEOMETRY]) {
    const free = new Map<string, Instance[]>();
    for (const each of before) {
      if (taken.has(each.id)) continue;
      const key = keyOf(each, fields, paint?.placeOf(each, 'before'));
      free.set(key, [...(free.get(key) ?? []), each]);
    }
    for (const each of after) {
      if (pairs.has(each.id)) continue;
      const partner = free.get(keyOf(each, fields, paint?.placeOf(each, 'after')))?.shift();
      if (partner === undefined) continue;
      pairs.set(each.id, partner);
      taken.add(partner.id);
    }
  }
}

/** All fields but those about how an object came to be. */
const CONTENT = { has: (field: string): boolean => !AUDIT.has(field) };

/**
 * The same text for objects that are the same in some fields; `place` returns it for masks, whose part colours are only
 * numbers.
 */
function keyOf(instance: Instance, fields: { has(field: string): boolean }, place: string | undefined): string {
  const stated = Object.entries(instance).filter(
    ([field, value]) => fields.has(field) && value !== undefined && (place === undefined || field !== 'parts'),
  );
  return JSON.stringify([...stated.toSorted(([one], [other]) => (one < other ? -1 : 1)), place]);
}
