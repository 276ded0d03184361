import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import type { DictionaryEntry } from './dictionary.ts';
import { readDictionaryCsv, withEntries, writeDictionaryCsv } from './dictionary-csv.ts';

const group = (
  id: number,
  name: string,
  type: AttributeGroup['group_type'],
  values: readonly string[] = [],
): object => ({ id, name, group_type: type, attributes: values.map((each, at) => ({ id: id * 10 + at, name: each })) });
const classes = [
  {
    id: 1,
    name: 'Person',
    type: 1,
    attribute_groups: [
      group(2, 'Kind', 'radio', ['Named', 'Pronoun']),
      group(3, 'Note', 'text'),
      group(4, 'Of', 'checklist', ['a', 'b']),
    ],
  },
  { id: 5, name: 'Place', type: 1, attribute_groups: [group(6, 'Size', 'numeric')] },
  { id: 7, name: 'Biography', type: 2, attribute_groups: [] },
] as unknown as readonly AnnotationClass[];

it('should read the file it wrote, whatever the terms are', () => {
  const term = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map(each => each.replaceAll('\r', '').trim())
    .filter(each => each !== '');
  const entry = fc.oneof(
    fc.record({
      term,
      class_id: fc.constant(1),
      values: fc.constantFrom<DictionaryEntry['values']>(
        [],
        [{ group_id: 2, value: [21] }],
        [
          { group_id: 2, value: [20] },
          { group_id: 4, value: [40, 41] },
        ],
        [{ group_id: 3, value: '=1, "so"\nto say' }],
      ),
    }),
    fc.record({
      term,
      class_id: fc.constant(5),
      values: fc.constantFrom<DictionaryEntry['values']>([], [{ group_id: 6, value: 2.5 }]),
    }),
  );
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), entries => {
      const byGroup = (all: readonly DictionaryEntry[]): unknown =>
        all.map(each => ({ ...each, values: each.values.toSorted((one, other) => one.group_id - other.group_id) }));
      const read = readDictionaryCsv(writeDictionaryCsv(entries, classes), classes);
      expect(read.problems).toEqual([]);
      expect(byGroup(read.entries)).toEqual(byGroup(entries));
    }),
  );
});

it('should read two columns without names, and report what it cannot read', () => {
  expect(readDictionaryCsv('Ada;Person\nLyon;Place\n;Place\nNoor;Persn\nx;Biography\n\n', classes)).toEqual({
    entries: [
      { term: 'Ada', class_id: 1, values: [] },
      { term: 'Lyon', class_id: 5, values: [] },
    ],
    problems: [
      'Line 3: there is no term.',
      'Line 4: “Persn” is no object class of this project.',
      'Line 5: “Biography” is no object class of this project.',
    ],
  });
  expect(readDictionaryCsv('class,term,Kind\nPerson,Ada,Nmed', classes)).toEqual({
    entries: [{ term: 'Ada', class_id: 1, values: [] }],
    problems: ['Line 2: “Nmed” is no value of Kind of Person; the term is read without it.'],
  });
});

it('should replace a term of the same class', () => {
  const [one, other, new_] = [
    { term: 'a', class_id: 1, values: [] },
    { term: 'a', class_id: 5, values: [] },
    { term: 'a', class_id: 1, values: [{ group_id: 3, value: 'x' }] },
  ];
  expect(withEntries([one!, other!], [new_!])).toEqual([new_, other]);
});
