import { describe, expect, it } from 'vitest';
import { formDifference, validRenames } from './form-difference.ts';
import { withRenamedValues } from './renamed-values.ts';
import { takeSecureValues } from './secure-values.ts';

const input = (id: string, label = ''): { id: string; type: string; label: string } => ({ id, type: 'input', label });

describe('what publishing changes', () => {
  it('should report what was added, removed, or changed its id or its fields', () => {
    const before = [input('a'), input('b'), { id: 'g', type: 'group', children: [input('c')] }];
    const after = [input('a', 'A'), { id: 'g', type: 'group', children: [input('d'), input('e')] }];
    expect(formDifference(before, after, [{ from: 'c', to: 'd' }])).toEqual({
      added: ['e'],
      removed: ['b'],
      renamed: [{ from: 'c', to: 'd' }],
      changed: ['a', 'g'],
      classesAdded: ['e'],
      classesRemoved: ['b'],
    });
    expect(formDifference(before, before)).toEqual({
      added: [],
      removed: [],
      renamed: [],
      changed: [],
      classesAdded: [],
      classesRemoved: [],
    });
  });

  it('should believe only renames that can be', () => {
    expect(
      validRenames(
        [input('a'), input('b'), input('c')],
        [input('x'), input('b')],
        [
          { from: 'a', to: 'x' },
          { from: 'c', to: 'x' },
          { from: 'b', to: 'x' },
          { from: 'a', to: 'b' },
          { from: 'z', to: 'x' },
        ],
      ),
    ).toEqual([{ from: 'a', to: 'x' }]);
  });
});

it('should put values under their new ids in every shape a document has', () => {
  const names = new Map([
    ['a', 'b'],
    ['g', 'h'],
  ]);
  expect(
    withRenamedValues(
      {
        metadata: { name: 'a' },
        data: { a: [{ value: 'a', element_path: ['g', 0, 'a'], note: 1 }], c: { value: 'x' }, d: 5 },
        instances: [
          {
            className: 'a',
            component_id: 'a',
            element_path: ['g', 1, 'a'],
            attributes: [{ groupName: 'value_a', name: 'a' }],
          },
        ],
        comments: [{ element_path: ['g', 0, 'a'] }],
      },
      names,
    ),
  ).toEqual({
    metadata: { name: 'a' },
    data: { b: [{ value: 'a', element_path: ['h', 0, 'b'], note: 1 }], c: { value: 'x' }, d: 5 },
    instances: [
      {
        className: 'b',
        component_id: 'b',
        element_path: ['h', 1, 'b'],
        attributes: [{ groupName: 'value_b', name: 'a' }],
      },
    ],
    comments: [{ element_path: ['h', 0, 'b'] }],
  });
});

it('should take out values of secure variables only', () => {
  const document = {
    environments: [
      { name: 'a', value: 'x', secure: true },
      { name: 'b', value: 'y', secure: false },
      { name: 'c', value: '', secure: true },
      { name: 'd', value: 5, secure: true },
      'odd',
    ],
  };
  const { document: open, values, names } = takeSecureValues(document);
  expect(open).toEqual({
    environments: [
      { name: 'a', value: '', secure: true },
      { name: 'b', value: 'y', secure: false },
      { name: 'c', value: '', secure: true },
      { name: 'd', value: '', secure: true },
      'odd',
    ],
  });
  expect([...values]).toEqual([
    ['a', 'x'],
    ['d', '5'],
  ]);
  expect(names).toEqual(['a', 'c', 'd']);
});
