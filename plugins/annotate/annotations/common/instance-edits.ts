import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { defaultValues } from './attribute-values.ts';
import type { Author, Instance } from './document.ts';
import type { Patch } from './edits.ts';
import { replaceInstance } from './edits.ts';

/**
 * Replaces instances by what `change` makes of them, with who and when; those it returns as they are, are no part of
 * the edit.
 */
export function changeInstances(
  instances: readonly Instance[],
  change: (instance: Instance) => Instance,
  by: Author,
  now: Date = new Date(),
): readonly Patch[] {
  return instances.flatMap(before => {
    const after = change(before);
    return after === before ? [] : [replaceInstance(before, { ...after, updatedAt: now.toISOString(), updatedBy: by })];
  });
}

/** The type of the classes that an instance may have: tags and relations have their own. */
export const classTypeOf = ({ type }: Pick<Instance, 'type'>): AnnotationClass['type'] =>
  type === 'tag' ? 2 : type === 'relationship' ? 3 : 1;

/**
 * Gives instances a class and the defaults of its attributes; those that are locked or have it already stay, and so do
 * those whose kind the class is not for.
 */
export function giveClass(
  instances: readonly Instance[],
  annotationClass: AnnotationClass,
  by: Author,
): readonly Patch[] {
  const { id, name } = annotationClass;
  const change = (instance: Instance): Instance =>
    instance.classId === id
      ? instance
      : { ...instance, classId: id, className: name, attributes: defaultValues(annotationClass) };
  return changeInstances(
    instances.filter(instance => instance.locked !== true && classTypeOf(instance) === annotationClass.type),
    change,
    by,
  );
}

export function setLocked(instances: readonly Instance[], locked: boolean, by: Author): readonly Patch[] {
  return changeInstances(
    instances,
    instance => ((instance.locked === true) === locked ? instance : { ...instance, locked }),
    by,
  );
}

export function setVisible(instances: readonly Instance[], visible: boolean, by: Author): readonly Patch[] {
  return changeInstances(
    instances,
    instance => ((instance.visible !== false) === visible ? instance : { ...instance, visible }),
    by,
  );
}

/** True for a patch that gives an object with a class another one. */
export function changesClass({ collection, before, after }: Patch): boolean {
  if (collection !== 'instances' || before === undefined || after === undefined) return false;
  const [one, other] = [before as Instance, after as Instance];
  return one.classId > 0 && one.classId !== other.classId;
}
