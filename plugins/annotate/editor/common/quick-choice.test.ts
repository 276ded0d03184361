import { describe, expect, it } from 'vitest';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { withGroupValue } from '#plugins/annotate/annotations/common/index.ts';
import { quickChoice } from './quick-choice.ts';

const times = { createdAt: '', updatedAt: '' };
const group = (id: number, name: string, type: AttributeGroup['group_type']): AttributeGroup => ({
  id,
  class_id: 1,
  name,
  group_type: type,
  isRequired: false,
  default_value: null,
  order: id,
  ...times,
  attributes: [1, 2].map(place => ({
    id: id * 10 + place,
    group_id: id,
    project_id: 1,
    name: `${name} ${place}`,
    default: 0,
    order: place,
    count: 0,
    ...times,
  })),
});
const notes = group(1, 'Notes', 'checklist');
const state = group(2, 'State', 'radio');
const side = group(3, 'Side', 'radio');
const classWith = (...groups: AttributeGroup[]): AnnotationClass => ({
  id: 1,
  project_id: 1,
  name: 'Car',
  color: '#FF0000',
  type: 1,
  order: 0,
  count: 0,
  ...times,
  attribute_groups: groups,
});
const car: Instance = { id: 'a', type: 'bbox', classId: 1, className: 'Car', attributes: [] };
const parked = withGroupValue(car, state, [21]);

describe('the group that a value key answers', () => {
  it('is the first single choice without an answer', () => {
    expect(quickChoice(classWith(notes, state, side), [car])).toBe(state);
    expect(quickChoice(classWith(notes, state, side), [parked])).toBe(side);
  });

  it('is the answered one where there is only one, so that a slip is corrected', () => {
    expect(quickChoice(classWith(notes, state), [parked])).toBe(state);
    expect(quickChoice(classWith(notes), [car])).toBeUndefined();
  });

  it('is none where several are answered, for the key would not say which', () => {
    expect(quickChoice(classWith(state, side), [withGroupValue(parked, side, [31])])).toBeUndefined();
  });

  it('is no group that one of several objects has answered', () => {
    expect(quickChoice(classWith(state, side), [car, parked])).toBe(side);
  });
});
