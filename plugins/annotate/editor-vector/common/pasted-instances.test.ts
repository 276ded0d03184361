import { describe, expect, it } from 'vitest';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { adoptClasses, regroup } from './pasted-instances.ts';

const at = { createdAt: '', updatedAt: '' };
const group = (id: number, name: string, values: readonly (readonly [id: number, name: string])[]): AttributeGroup => ({
  id,
  class_id: 1,
  name,
  group_type: 'radio',
  isRequired: false,
  default_value: null,
  order: 0,
  ...at,
  attributes: values.map(([value, text]) => ({
    id: value,
    group_id: id,
    project_id: 2,
    name: text,
    default: 0,
    order: 0,
    count: 0,
    ...at,
  })),
});
const named = (id: number, name: string, type: 1 | 2 = 1, groups: readonly AttributeGroup[] = []): AnnotationClass => ({
  id,
  project_id: 2,
  name,
  color: '#000000',
  type,
  order: 0,
  count: 0,
  ...at,
  attribute_groups: [...groups],
});
const shape = (fields: Partial<Instance>): Instance => ({
  id: 'a',
  type: 'bbox',
  classId: 7,
  className: 'Car',
  attributes: [],
  ...fields,
});

const classes = [named(7, 'Tree'), named(8, 'Car', 1, [group(30, 'State', [[301, 'Parked']])]), named(9, 'Sunny', 2)];

describe('what is pasted in another project', () => {
  it('has the class of the same name, not of the same number, with its attributes', () => {
    const attributes = [
      { id: 1, groupId: 2, name: 'Parked', groupName: 'State' },
      { id: 3, groupId: 2, name: 'Sold', groupName: 'State' },
      { groupId: 4, name: 'x', groupName: 'Plate' },
    ];
    expect(adoptClasses([shape({ attributes })], classes, false)).toEqual({
      missing: [],
      instances: [shape({ classId: 8, attributes: [{ id: 301, groupId: 30, name: 'Parked', groupName: 'State' }] })],
    });
  });

  it('has no class where there is none of that name, and says which', () => {
    const { className: _, ...nameless } = shape({ id: 'b', classId: -1 });
    const { instances, missing } = adoptClasses([shape({ className: 'Boat' }), nameless], classes, false);
    expect(missing).toEqual(['Boat']);
    expect(instances.map(({ classId, className }) => [classId, className])).toEqual([
      [-1, undefined],
      [-1, undefined],
    ]);
  });

  it('finds tags among tag classes only, and leaves those it does not find', () => {
    expect(
      adoptClasses(
        [shape({ type: 'tag', className: 'Sunny' }), shape({ id: 'b', type: 'tag', className: 'Car' })],
        classes,
        false,
      ).instances,
    ).toMatchObject([{ classId: 9 }]);
  });
});

describe('what is pasted in the same project', () => {
  it('keeps its class, also when that was renamed since', () => {
    expect(adoptClasses([shape({})], classes, true).instances).toMatchObject([{ classId: 7, className: 'Tree' }]);
  });
});

describe('copies', () => {
  it('are grouped as their originals were, in a group of their own', () => {
    const copies = ['a', 'b', 'c', 'd'].map(id => shape({ id, groupId: 0 }));
    expect(regroup(copies, [5, 5, 9, undefined], [shape({ groupId: 12 })]).map(({ groupId }) => groupId)).toEqual([
      13, 13, 0, 0,
    ]);
  });
});
