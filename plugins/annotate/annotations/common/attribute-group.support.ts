import type { AttributeGroup } from '#plugins/workspace/classes/common/index.ts';

export const times = { createdAt: '', updatedAt: '' };

/** Makes an attribute group with the named values. */
export const attributeGroup = (
  id: number,
  name: string,
  type: AttributeGroup['group_type'],
  values: readonly string[] = [],
): AttributeGroup => ({
  id,
  class_id: 0,
  name,
  group_type: type,
  isRequired: false,
  default_value: null,
  order: 0,
  ...times,
  attributes: values.map((value, at) => ({
    id: id * 100 + at,
    group_id: id,
    project_id: 1,
    name: value,
    default: 0,
    order: at,
    count: 0,
    ...times,
  })),
});
