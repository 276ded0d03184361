import type { AnnotationClass } from '#plugins/workspace/classes/common/annotation-class.ts';
import type { Instance } from '#plugins/annotate/annotations/common/document.ts';
import type { Patch } from '#plugins/annotate/annotations/common/edits.ts';
import { replaceInstance } from '#plugins/annotate/annotations/common/edits.ts';
import { withoutFields } from '#plugins/annotate/annotations/common/json-value.ts';

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
