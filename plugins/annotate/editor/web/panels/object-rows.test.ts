import { describe, expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { objectRows } from './object-rows.ts';

const named = (id: number, name: string): AnnotationClass => ({
  id,
  project_id: 1,
  name,
  color: '#FF0000',
  type: 1,
  order: id,
  count: 0,
  createdAt: '',
  updatedAt: '',
  attribute_groups: [],
});
const shape = (id: string, classId: number, value?: string): Instance => ({
  id,
  type: 'bbox',
  classId,
  attributes: value === undefined ? [] : [{ groupId: 1, name: value }],
});
const classes = [named(1, 'Car'), named(2, 'Tree')];
const instances = [shape('a', 2), shape('b', 1, 'red'), shape('c', 7), shape('d', 1)];
const ids = (rows: ReturnType<typeof objectRows>): readonly string[] =>
  rows.map(row => (row.kind === 'object' ? row.instance.id : `${row.name} ${row.count}`));

describe('the list of objects', () => {
  it('should follow the order of the editor where it has one', () => {
    expect(
      ids(
        objectRows(instances, classes, {
          filter: '',
          grouped: false,
          order: (one, other) => one.id.localeCompare(other.id),
        }),
      ),
    ).toEqual(['a', 'b', 'c', 'd']);
  });

  it('should begin with the topmost', () => {
    expect(ids(objectRows(instances, classes, { filter: '', grouped: false }))).toEqual(['d', 'c', 'b', 'a']);
  });

  it('should be under their classes in the order of the class list, those without one last', () => {
    expect(ids(objectRows(instances, classes, { filter: '', grouped: true }))).toEqual([
      'Car 2',
      'd',
      'b',
      'Tree 1',
      'a',
      'No class 1',
      'c',
    ]);
  });

  it('should be found by class, number and attribute value', () => {
    const found = (filter: string): readonly string[] =>
      ids(objectRows(instances, classes, { filter, grouped: false }));
    expect(found('tree')).toEqual(['a']);
    expect(found('#4')).toEqual(['d']);
    expect(found('RED')).toEqual(['b']);
    expect(found('zzz')).toEqual([]);
  });
});
