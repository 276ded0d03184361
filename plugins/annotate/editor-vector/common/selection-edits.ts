import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Author, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { defaultValues, insertInstance, newId, replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { moveShape } from './move-shape.ts';
import { isVectorInstance } from './shapes.ts';

/** An instance with the marks of a change: who and when. */
export function stamped<T extends Instance>(instance: T, by: Author, now: Date = new Date()): T {
  return { ...instance, updatedAt: now.toISOString(), updatedBy: by };
}

/**
 * Replaces instances by what `change` makes of them; those it leaves alone (returns as they are) are no part of the
 * edit.
 */
export function changeAll(
  instances: readonly Instance[],
  change: (instance: Instance) => Instance,
  by: Author,
): readonly Patch[] {
  return instances.flatMap(before => {
    const after = change(before);
    return after === before ? [] : [replaceInstance(before, stamped(after, by))];
  });
}

/** Moves shapes; locked ones stay. */
export function moveAll(instances: readonly Instance[], delta: Place, by: Author): readonly Patch[] {
  return changeAll(
    instances.filter(instance => instance.locked !== true),
    instance => (isVectorInstance(instance) ? moveShape(instance, delta) : instance),
    by,
  );
}

/** Deletes instances; locked ones stay unless `force` is set. */
export function deleteAll(instances: readonly Instance[], force: boolean = false): readonly Patch[] {
  return instances
    .filter(instance => force || instance.locked !== true)
    .map(before => ({ collection: 'instances', id: before.id, before }));
}

/**
 * Gives instances a class. Attributes of the class before go, the defaults of the new one come; those that have it
 * already stay, and so do tags and objects whose kind the class is not for.
 */
export function classifyAll(
  instances: readonly Instance[],
  annotationClass: AnnotationClass,
  by: Author,
): readonly Patch[] {
  const change = (instance: Instance): Instance =>
    instance.classId === annotationClass.id
      ? instance
      : {
          ...instance,
          classId: annotationClass.id,
          className: annotationClass.name,
          attributes: defaultValues(annotationClass),
        };
  return changeAll(
    instances.filter(
      instance => instance.locked !== true && (instance.type === 'tag') === (annotationClass.type === 2),
    ),
    change,
    by,
  );
}

/** Locks instances, or unlocks them when all are locked. */
export function toggleLocked(instances: readonly Instance[], by: Author): readonly Patch[] {
  const locked = !instances.every(instance => instance.locked === true);
  return changeAll(
    instances,
    instance => ((instance.locked === true) === locked ? instance : { ...instance, locked }),
    by,
  );
}

/** Hides instances, or shows them when all are hidden. */
export function toggleVisible(instances: readonly Instance[], by: Author): readonly Patch[] {
  const visible = instances.every(instance => instance.visible === false);
  return changeAll(
    instances,
    instance => ((instance.visible !== false) === visible ? instance : { ...instance, visible }),
    by,
  );
}

/** Copies of instances with ids of their own, made now by hand; group and tracking are not taken along. */
export function copyAll(
  instances: readonly Instance[],
  delta: Place,
  by: Author,
  now: Date = new Date(),
): readonly Instance[] {
  const at = now.toISOString();
  return instances.map(instance => {
    const moved = isVectorInstance(instance) ? moveShape(instance, delta) : instance;
    return {
      ...moved,
      id: newId(),
      locked: false,
      groupId: 0,
      trackingId: null,
      error: null,
      creationType: 'Manual' as const,
      createdAt: at,
      createdBy: by,
      updatedAt: at,
      updatedBy: by,
    };
  });
}

/** Puts instances on top of all others. */
export function insertAll(instances: readonly Instance[]): readonly Patch[] {
  return instances.map(instance => insertInstance(instance));
}
