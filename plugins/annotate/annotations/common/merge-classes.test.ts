import { expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { mergedDocument } from './merge-classes.ts';

const entry = (id: number, name: string, group: number, values: readonly string[]): AnnotationClass =>
  ({
    id,
    name,
    color: '#D7263D',
    type: 1,
    attribute_groups: [
      {
        id: group,
        name: 'State',
        group_type: 'radio',
        attributes: values.map((value, at) => ({ id: group * 10 + at, group_id: group, name: value })),
      },
    ],
  }) as unknown as AnnotationClass;
const car = entry(1, 'Car', 11, ['parked', 'moving']);
const auto = entry(2, 'auto', 12, ['moving', 'towed']);
const kept = { id: 'c', type: 'bbox', classId: 3, className: 'Tree', attributes: [] };

it('should give instances the other class, and attributes the ids of the same names there', () => {
  const document = {
    tags: ['x'],
    instances: [
      {
        id: 'a',
        type: 'bbox',
        classId: 2,
        className: 'auto',
        attributes: [
          { id: 120, groupId: 12, name: 'moving', groupName: 'State' },
          { id: 121, groupId: 12, name: 'towed', groupName: 'State' },
        ],
      },
      { meta: { id: 'b', classId: 2, className: 'auto' }, parameters: [{ attributes: [{ id: 120, groupId: 12 }] }] },
      kept,
    ],
  };
  expect(mergedDocument(document, [auto], car)).toEqual({
    tags: ['x'],
    instances: [
      {
        id: 'a',
        type: 'bbox',
        classId: 1,
        className: 'Car',
        attributes: [
          { id: 111, groupId: 11, name: 'moving', groupName: 'State' },
          { groupId: 11, name: 'towed', groupName: 'State' },
        ],
      },
      {
        meta: { id: 'b', classId: 1, className: 'Car' },
        parameters: [{ attributes: [{ id: 111, groupId: 11, name: 'moving', groupName: 'State' }] }],
      },
      kept,
    ],
  });
});
