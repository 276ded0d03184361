import { expect, test } from 'vitest';
import type { AnnotationClass, AttributeGroup } from '../common/annotation-class.ts';
import {
  bodyOf,
  demandedGroups,
  draftProblem,
  emptyGroup,
  possibleParents,
  sameDraft,
  withGroup,
  withType,
  withValues,
} from './class-draft.ts';
import type { ClassDraft } from './class-draft.ts';

const draft: ClassDraft = {
  id: 1,
  name: 'Car',
  color: '#e4542b',
  type: 1,
  shapes: [],
  groups: [
    {
      key: 'a',
      id: 3,
      name: 'State',
      group_type: 'radio',
      isRequired: false,
      default_value: 'Parked',
      attributes: [
        { id: 7, name: 'Parked' },
        { id: 8, name: 'Moving' },
      ],
    },
  ],
};

test('should keep the id of a value whose name stays and drop a default whose value goes', () => {
  const group = withValues(draft.groups[0]!, ['Moving', 'Towed']);
  expect(group.attributes).toEqual([{ id: 8, name: 'Moving' }, { name: 'Towed' }]);
  expect(group.default_value).toBeNull();
});

test('should drop values when the kind has none', () => {
  expect(withType(draft.groups[0]!, 'numeric')).toMatchObject({ attributes: [], default_value: null });
  expect(withType(draft.groups[0]!, 'checklist')).toMatchObject({
    attributes: draft.groups[0]!.attributes,
    default_value: [],
  });
});

test.each<[string, Partial<ClassDraft>, string | undefined]>([
  ['nothing', {}, undefined],
  ['a missing name', { name: ' ' }, 'Give the class a name.'],
  ['a colour that is none', { color: 'red' }, 'Choose a colour like #1C7ED6.'],
  ['a group without a name', { groups: [emptyGroup()] }, 'Give every attribute group a name.'],
  ['a choice without values', { groups: [{ ...emptyGroup(), name: 'x' }] }, 'Add values to “x”.'],
  [
    'two groups alike',
    { groups: [draft.groups[0]!, { ...draft.groups[0]!, key: 'b', name: 'State ' }] },
    'Two groups are called “State”.',
  ],
])('should find %s', (_, part, problem) => {
  expect(draftProblem({ ...draft, ...part })).toBe(problem);
});

test('should send no keys of the form and compare without them', () => {
  expect(JSON.stringify(bodyOf(draft))).not.toContain('"key"');
  expect(sameDraft(draft, { ...draft, groups: draft.groups.map(each => ({ ...each, key: 'other' })) })).toBe(true);
});

test('should name the groups that demand a value and did not before, also new ones of a class that was there', () => {
  const group = (id: number, isRequired: boolean) => ({ id, isRequired }) as AttributeGroup;
  const entry = (...groups: readonly AttributeGroup[]) => ({ attribute_groups: groups }) as unknown as AnnotationClass;
  const before = entry(group(1, true), group(2, false), group(3, false));
  expect(
    demandedGroups(before, entry(group(1, true), group(2, true), group(3, false), group(4, true))).map(each => each.id),
  ).toEqual([2, 4]);
  expect(demandedGroups(undefined, entry(group(5, true)))).toEqual([]);
});

test('should name the parent of a group in what is saved, and follow its new name', () => {
  const state = draft.groups[0]!;
  const since = { ...emptyGroup(), key: 'b', name: 'Since', group_type: 'numeric' as const };
  const groups = [state, { ...since, condition: { key: 'a', values: ['Parked'] } }];
  const renamed = withGroup(groups, 'a', { ...state, name: 'Motion' });
  expect(bodyOf({ ...draft, groups: renamed }).attribute_groups[1]).toMatchObject({
    shown_when: { group: 'Motion', values: ['Parked'] },
  });
  expect(possibleParents(groups[0]!, groups)).toEqual([]);
  expect(possibleParents(groups[1]!, groups)).toEqual([state]);
});

test('should take a condition back with the group or the values it names', () => {
  const state = draft.groups[0]!;
  const since = { ...emptyGroup(), key: 'b', name: 'Since', group_type: 'numeric' as const };
  const groups = [state, { ...since, condition: { key: 'a', values: ['Parked'] } }];
  expect(withGroup(groups, 'a', undefined)[0]!.condition).toBeUndefined();
  const without = withGroup(groups, 'a', withValues(state, ['Moving']));
  expect(draftProblem({ ...draft, groups: without })).toContain('“Since”');
});
