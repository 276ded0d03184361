import type { AnnotationClass } from '#plugins/classes/common/annotation-class.ts';
import type { Instance } from '#plugins/editor/common/document.ts';
import type { Patch } from '#plugins/editor/common/edits.ts';
import { replaceInstance } from '#plugins/editor/common/edits.ts';
import { withoutFields } from '#plugins/editor/common/json-value.ts';

/** The patches that give instances of classes that are gone no class (not-shown decisions, N.12), and renamed ones the new name. */
export function unclassify(instances: readonly Instance[], classes: readonly AnnotationClass[]): readonly Patch[] {
  const byId = new Map(classes.map(each => [each.id, each]));
  return instances.flatMap(instance => {
    if (instance.classId === -1) return [];
    const owner = byId.get(instance.classId);
    if (owner === undefined) return [replaceInstance(instance, { ...withoutFields(instance, 'className'), classId: -1 } as Instance)];
    return owner.name === instance.className ? [] : [replaceInstance(instance, { ...instance, className: owner.name })];
  });
}
