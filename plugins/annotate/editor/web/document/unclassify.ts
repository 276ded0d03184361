import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { replaceInstance, withoutFields } from '#plugins/annotate/annotations/common/index.ts';

/** The patches that give instances of classes that are gone no class, and renamed ones the new name. */
export function unclassify(instances: readonly Instance[], classes: readonly AnnotationClass[]): readonly Patch[] {
  const byId = new Map(classes.map(each => [each.id, each]));
  return instances.flatMap(instance => {
    if (instance.classId === -1) return [];
    const owner = byId.get(instance.classId);
    if (owner === undefined)
      return [replaceInstance(instance, { ...withoutFields(instance, 'className'), classId: -1 } as Instance)];
    return owner.name === instance.className ? [] : [replaceInstance(instance, { ...instance, className: owner.name })];
  });
}
