import { describe, expect, it } from 'vitest';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { defaultValues, groupValue, missingGroups, sharedValue, withGroupValue } from './attribute-values.ts';
import type { Instance } from './document.ts';

const stamp = { createdAt: '', updatedAt: '' };
const group = (
  id: number,
  group_type: AttributeGroup['group_type'],
  names: readonly string[] = [],
  more: Partial<AttributeGroup> = {},
): AttributeGroup => ({
  id,
  class_id: 1,
  name: `group ${id}`,
  group_type,
  isRequired: false,
  default_value: null,
  order: id,
  ...stamp,
  attributes: names.map((name, at) => ({
    id: id * 10 + at,
    group_id: id,
    project_id: 1,
    name,
    default: 0,
    order: at,
    count: 0,
    ...stamp,
  })),
  ...more,
});
const radio = group(1, 'radio', ['red', 'blue'], { default_value: 'blue' });
const checks = group(2, 'checklist', ['wet', 'old', 'torn'], { isRequired: true });
const text = group(3, 'text');
const number = group(4, 'numeric', [], { default_value: 0 });
const car: AnnotationClass = {
  id: 1,
  project_id: 1,
  name: 'Car',
  color: '#FF0000',
  type: 1,
  order: 0,
  count: 0,
  ...stamp,
  attribute_groups: [radio, checks, text, number],
};
const instance = (attributes: Instance['attributes'] = []): Instance => ({
  id: 'a',
  type: 'bbox',
  classId: 1,
  attributes,
});

describe('attributes of an instance', () => {
  it('should start with the defaults of the class, zero too', () => {
    expect(defaultValues(car)).toEqual([
      { id: 11, groupId: 1, name: 'blue', groupName: 'group 1' },
      { groupId: 4, groupName: 'group 4', name: 0 },
    ]);
  });

  it('should hold one value of a radio group and several of a checklist', () => {
    const chosen = withGroupValue(withGroupValue(instance(), radio, [10]), checks, [22, 20]);
    expect(groupValue(chosen, radio)).toEqual([10]);
    expect(groupValue(chosen, checks)).toEqual([20, 22]);
    expect(withGroupValue(chosen, radio, [11]).attributes).toHaveLength(3);
  });

  it('should lose an emptied text', () => {
    const written = withGroupValue(instance(), text, 'AB 12');
    expect(groupValue(written, text)).toBe('AB 12');
    expect(withGroupValue(written, text, '').attributes).toEqual([]);
  });

  it('should leave the instance alone when nothing changes', () => {
    const one = withGroupValue(instance(), text, 'x');
    expect(withGroupValue(one, text, 'x')).toBe(one);
  });

  it('should say when several differ', () => {
    expect(sharedValue([withGroupValue(instance(), radio, [10]), instance()], radio)).toEqual({
      value: undefined,
      mixed: true,
    });
    expect(sharedValue([instance(), instance()], text)).toEqual({ value: undefined, mixed: false });
  });

  it('should name the required groups that hold nothing', () => {
    expect(missingGroups(instance(), car)).toEqual([checks]);
    expect(missingGroups(withGroupValue(instance(), checks, [21]), car)).toEqual([]);
  });
});
