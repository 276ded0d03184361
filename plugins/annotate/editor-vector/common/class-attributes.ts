import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { AttributeValue } from '#plugins/annotate/annotations/common/index.ts';

/**
 * The values a new instance of a class starts with. Radio and
 * checklist values carry their id, text, ocr and numeric ones do not.
 */
export function defaultAttributes(annotationClass: AnnotationClass): readonly AttributeValue[] {
  return annotationClass.attribute_groups.flatMap((group): readonly AttributeValue[] => {
    const { id: groupId, name: groupName, default_value: value } = group;
    if (group.group_type === 'radio' || group.group_type === 'checklist') {
      const names = Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
      const chosen = group.attributes.filter(attribute => names.includes(attribute.name));
      const kept = group.group_type === 'radio' ? chosen.slice(0, 1) : chosen;
      return kept.map(({ id, name }) => ({ id, groupId, name, groupName }));
    }
    if (group.group_type === 'numeric') return typeof value === 'number' ? [{ groupId, groupName, name: value }] : [];
    return typeof value === 'string' && value !== '' ? [{ groupId, groupName, name: value }] : [];
  });
}
