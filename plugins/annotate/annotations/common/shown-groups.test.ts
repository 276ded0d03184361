import { describe, expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { checkAttributes } from './attribute-checks.ts';
import { attributeGroup, times } from './attribute-group.support.ts';
import { defaultValues, missingGroups, withAnswer } from './attribute-values.ts';
import { indexClasses } from './class-index.ts';
import type { Instance } from './document.ts';
import { askedGroups, groupDepth } from './shown-groups.ts';

const state = attributeGroup(1, 'State', 'radio', ['Whole', 'Damaged']);
const damage = {
  ...attributeGroup(2, 'Damage', 'radio', ['Door', 'Glass']),
  isRequired: true,
  default_value: 'Door',
  shown_when: { group: 'State', values: ['Damaged'] },
};
const panes = {
  ...attributeGroup(3, 'Panes', 'numeric'),
  isRequired: true,
  shown_when: { group: 'Damage', values: ['Glass'] },
};
const car: AnnotationClass = {
  id: 1,
  project_id: 1,
  name: 'Car',
  color: '#FF0000',
  type: 1,
  order: 0,
  count: 0,
  ...times,
  attribute_groups: [state, damage, panes],
};
const fresh: Instance = { id: 'a', type: 'bbox', classId: 1, className: 'Car', attributes: defaultValues(car) };
const damaged = withAnswer(fresh, car, state, [101]);
const glass = withAnswer(damaged, car, damage, [201]);

describe('groups that depend on other groups', () => {
  it('should be asked while the value is held, over several steps', () => {
    expect(askedGroups(car, fresh.attributes)).toEqual([state]);
    expect(askedGroups(car, damaged.attributes)).toEqual([state, damage]);
    expect(askedGroups(car, glass.attributes)).toEqual([state, damage, panes]);
    expect(groupDepth(car, panes)).toBe(2);
  });

  it('should begin with their default when they are asked, and lose their values when they are not', () => {
    expect(fresh.attributes).toEqual([]);
    expect(damaged.attributes.map(each => each.name)).toEqual(['Damaged', 'Door']);
    const counted = withAnswer(glass, car, panes, 2);
    expect(counted.attributes.map(each => each.name)).toEqual(['Damaged', 'Glass', 2]);
    expect(withAnswer(counted, car, state, [100]).attributes.map(each => each.name)).toEqual(['Whole']);
  });

  it('should be demanded only while they are asked, in the editor and in checks', () => {
    expect(missingGroups(fresh, car)).toEqual([]);
    expect(missingGroups(glass, car)).toEqual([panes]);
    const owner = indexClasses([car]).byId.get(1)!;
    const issues = ({ attributes }: Instance): readonly string[] =>
      checkAttributes(
        { attributes: attributes.map(({ name, groupName }) => ({ name, groupName })) },
        'i',
        owner,
        true,
      ).map(each => each.message);
    expect(issues(fresh)).toEqual([]);
    expect(issues(glass)).toEqual(["'Panes' is a required group"]);
  });
});
