import { expect, it } from 'vitest';
import type { AttributeGroup } from './annotation-class.ts';
import { writeClassesFile } from './classes-file.ts';
import type { ConditionalGroup } from './group-condition.ts';
import { conditionProblem, followRenames } from './group-condition.ts';
import { readClasses } from './read-classes.ts';

const state: ConditionalGroup = {
  name: 'State',
  group_type: 'radio',
  attributes: [{ name: 'Whole' }, { name: 'Damaged' }],
};
const damage: ConditionalGroup = {
  name: 'Damage',
  group_type: 'checklist',
  attributes: [{ name: 'Door' }],
  shown_when: { group: 'State', values: ['Damaged'] },
};

it('should accept a condition on a value of another choice group', () => {
  expect(conditionProblem(damage, [state, damage])).toBeUndefined();
});

it.each([
  ['a group that is missing', { group: 'Colour', values: ['Red'] }, 'must name another radio or checklist group'],
  ['a value that is missing', { group: 'State', values: ['Lost'] }, 'must list values of “State” [Whole, Damaged]'],
  ['itself', { group: 'Damage', values: ['Door'] }, 'must not depend on itself'],
])('should refuse a condition on %s', (_, shown_when, problem) => {
  const group = { ...damage, shown_when };
  expect(conditionProblem(group, [state, group])).toContain(problem);
});

it('should refuse groups that depend on each other', () => {
  const one = { ...state, shown_when: { group: 'Damage', values: ['Door'] } };
  expect(conditionProblem(damage, [one, damage])).toBe('must not depend on itself');
});

it('should read a condition of a class list, name its problems, and write it again', () => {
  const list = (values: readonly string[]): unknown => [
    { name: 'Car', color: '#E4542B', attribute_groups: [state, { ...damage, shown_when: { group: 'State', values } }] },
  ];
  const read = readClasses(list(['Damaged']));
  expect(read.issues).toEqual([]);
  const [car] = read.classes;
  expect(car!.attribute_groups.map(each => each.shown_when)).toEqual([undefined, damage.shown_when]);
  expect(readClasses(list(['Lost'])).issues.map(each => each.path)).toEqual([
    'classes[0].attribute_groups[1].shown_when',
  ]);
  expect(
    readClasses([{ name: 'Car', color: 'red', attribute_groups: [{ ...state, shown_when: 'State' }] }]).issues,
  ).toEqual([
    {
      path: 'classes[0].attribute_groups[0].shown_when',
      message: '"classes[0].attribute_groups[0].shown_when" must be an object with a group and a list of values',
    },
  ]);
  const stamps = { createdAt: '', updatedAt: '' };
  const stored = {
    project_id: 1,
    order: 0,
    count: 0,
    ...stamps,
    ...car!,
    id: 1,
    attribute_groups: car!.attribute_groups.map((each, at) => ({
      ...each,
      id: at + 1,
      class_id: 1,
      order: at,
      ...stamps,
    })) as unknown as AttributeGroup[],
  };
  const written: unknown = JSON.parse(writeClassesFile([stored]));
  expect(readClasses(written).classes[0]!.attribute_groups[1]!.shown_when).toEqual(damage.shown_when);
});

it('should follow a group and a value that are renamed', () => {
  const before = [{ id: 1, name: 'State', attributes: [{ id: 11, name: 'Damaged' }] }];
  const [, after] = followRenames(before, [
    { id: 1, name: 'Condition', attributes: [{ id: 11, name: 'Broken' }] },
    damage,
  ]);
  expect(after!.shown_when).toEqual({ group: 'Condition', values: ['Broken'] });
});
