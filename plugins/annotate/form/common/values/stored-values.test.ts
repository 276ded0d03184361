import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { openForm, storeForm } from './stored-values.ts';

const roundTrip = (stored: JsonRecord): unknown => storeForm(readDocument(openForm(stored)), true);
const rows = [
  { value: 'six', element_path: ['answers', 0, 'answer'], comments: [1], scores: { a: 1 } },
  { value: 'two', element_path: ['answers', 1, 'answer'] },
];

describe('a form on its way to the editor and back', () => {
  it.each([
    ['values alone', { metadata: { name: 'a' }, data: { a: { value: 1 }, b: { value: 'x', comments: ['kept'] } } }],
    [
      'lists with paths',
      {
        metadata: { name: 'a' },
        data: { answer: rows, one: [rows[0]], pathless: [{ value: 3 }] },
        comments: [{ id: 'k', resolved: false, correspondence: [], element_path: ['answers', 0, 'answer'] }],
      },
    ],
    ['bare values', { metadata: { name: 'a' }, data: { a: 1, b: ['x', 'y'], c: null, d: [], e: { own: true } } }],
    [
      'paths that are none',
      {
        metadata: { name: 'a' },
        data: {
          a: [
            { value: 1, element_path: ['x', 1] },
            { value: 2, element_path: 'no' },
          ],
        },
      },
    ],
    [
      'the same path twice',
      {
        metadata: { name: 'a' },
        data: {
          a: [
            { value: 1, element_path: ['a'] },
            { value: 2, element_path: ['a'] },
          ],
        },
      },
    ],
    ['instances beside the data', { metadata: { name: 'a' }, data: { a: 1 }, instances: [], tags: [], more: 5 }],
    [
      'instances',
      {
        metadata: { name: 'a' },
        instances: [
          {
            id: '1',
            type: 'tag',
            classId: 5,
            className: 'a',
            component_id: 'a',
            element_path: ['a'],
            attributes: [{ groupId: 1, name: 3, groupName: 'value_a' }],
            createdAt: 'then',
          },
          {
            id: '2',
            type: 'tag',
            classId: 6,
            className: 'b',
            attributes: [
              { id: 8, name: 'x' },
              { id: 9, name: 'y' },
            ],
          },
          { id: '3', type: 'bbox', classId: -1, attributes: [] },
        ],
        tags: [],
        comments: [],
      },
    ],
  ])('should stay exactly as it was: %s', (_, stored) => expect(roundTrip(stored)).toEqual(stored));

  it('should stay as it was whatever it holds', () => {
    const id = fc.stringMatching(/^[a-z.[\]#%_0-9]{1,6}$/);
    const path = fc
      .array(fc.tuple(id, fc.nat(20)), { maxLength: 2 })
      .chain(groups => id.map(own => [...groups.flat(), own]));
    const extra = fc.dictionary(fc.constantFrom('comments', 'scores', 'confidence'), fc.jsonValue(), { maxKeys: 2 });
    const entry = fc
      .tuple(fc.jsonValue(), fc.option(path, { nil: undefined }), extra)
      .map(([value, element_path, more]) => ({
        value,
        ...(element_path === undefined ? {} : { element_path }),
        ...more,
      }));
    const data = fc.dictionary(id, fc.oneof(fc.jsonValue(), entry, fc.array(entry, { minLength: 1, maxLength: 4 })));
    fc.assert(
      fc.property(data, values => {
        const stored = JSON.parse(JSON.stringify({ metadata: { name: 'a' }, data: values })) as JsonRecord;
        expect(roundTrip(stored)).toEqual(stored);
      }),
    );
  });

  it('should change nothing but what was edited', () => {
    const stored = { metadata: { name: 'a' }, data: { a: { value: 1, scores: 2 }, b: 'bare', answer: rows } };
    const open = readDocument(openForm(stored));
    const edited = {
      ...open,
      instances: open.instances.map(each =>
        each.id === 'answers[1].answer'
          ? { ...each, value: 'three' }
          : each.id === 'b'
            ? { ...each, value: 'new' }
            : each,
      ),
    };
    expect(storeForm(edited, true)).toEqual({
      ...stored,
      data: { ...stored.data, b: 'new', answer: [rows[0], { ...rows[1], value: 'three' }] },
    });
  });

  it('should give new values paths where the form has groups, and none where it has not', () => {
    const open = readDocument(openForm({ metadata: { name: 'a' }, data: {} }));
    const added = {
      ...open,
      instances: [
        { id: 'a', type: 'tag', classId: -1, attributes: [], component_id: 'a', element_path: ['a'], value: 1 },
      ],
    };
    expect(storeForm(added, false)).toEqual({ metadata: { name: 'a' }, data: { a: { value: 1 } } });
    expect(storeForm(added, true)).toEqual({
      metadata: { name: 'a' },
      data: { a: [{ value: 1, element_path: ['a'] }] },
    });
  });

  it('should write an edited instance with one attribute for each choice', () => {
    const open = readDocument(
      openForm({
        metadata: { name: 'a' },
        instances: [
          {
            id: '1',
            type: 'tag',
            classId: 5,
            className: 'a',
            element_path: ['a'],
            attributes: [{ id: 7, groupId: 3, groupName: 'value_a', name: 'x' }],
          },
        ],
      }),
    );
    const edited = { ...open, instances: open.instances.map(each => ({ ...each, value: ['x', 'y'] })) };
    expect(storeForm(edited, false).instances[0]!.attributes).toEqual([
      { groupId: 3, groupName: 'value_a', name: 'x' },
      { groupId: 3, groupName: 'value_a', name: 'y' },
    ]);
  });
});
