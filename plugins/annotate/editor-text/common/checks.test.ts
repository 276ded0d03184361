import { describe, expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import { indexClasses, isAccepted } from '#plugins/annotate/annotations/common/index.ts';
import { textChecks } from './checks.ts';

const text = 'Dr. Ada Moreau joined Helix Labs in Lyon.';
const person = { id: 'a', type: 'entity', className: 'Person', start: 4, end: 14, attributes: [] };
const firm = { id: 'b', type: 'entity', className: 'Organisation', start: 22, end: 32, attributes: [] };
const works = { id: 'c', type: 'relationship', className: 'works_for', from: 'a', to: 'b', attributes: [] };
const named = (name: string, type: 1 | 2 | 3, id: number): Parameters<typeof indexClasses>[0][number] => ({
  id,
  project_id: 1,
  name,
  color: '#000000',
  type,
  order: id,
  count: 0,
  createdAt: '',
  updatedAt: '',
  attribute_groups: [],
});
const classes = indexClasses([
  named('Person', 1, 1),
  named('Organisation', 1, 2),
  named('works_for', 3, 3),
  named('Biography', 2, 4),
]);
const check = (instances: readonly object[], more: object = {}): string[] =>
  allAtOnce(textChecks({ metadata: { name: 'bio.txt' }, instances, ...more }, { form: 'export', classes, text })).map(
    ({ path, message, severity }) => `${severity} ${path}: ${message}`,
  );

describe('textChecks', () => {
  it('should take spans, relations and tags', () => {
    expect(
      check([person, firm, works, { type: 'tag', className: 'Biography', attributes: [] }], {
        freeText: 'Checked.',
        tags: ['english'],
      }),
    ).toEqual([]);
  });

  it('should take overlapping, nested and equal spans', () => {
    expect(check([person, { ...person, id: 'd' }, { ...person, id: 'e', start: 8, end: 20 }])).toEqual([]);
  });

  it('should refuse places that are none', () => {
    expect(check([{ ...person, end: 4 }])).toEqual(['error instances[0].end: end 4 is not after start 4']);
    expect(check([{ ...person, end: 91 }])).toEqual([
      `error instances[0].end: 91 is greater than the maximum of ${text.length}`,
    ]);
    expect(
      isAccepted(
        allAtOnce(textChecks({ metadata: { name: 'a' }, instances: [{ ...person, start: '4' }] }, { form: 'export' })),
      ),
    ).toBe(false);
  });

  it('should count in code points', () => {
    const smile = { ...person, start: 1, end: 2 };
    expect(
      allAtOnce(
        textChecks({ metadata: { name: 'a', contentLength: 3 }, instances: [smile] }, { form: 'export', text: 'a😀b' }),
      ),
    ).toEqual([]);
  });

  it('should refuse relations that lead nowhere, and ids used twice', () => {
    expect(check([person, { ...works, to: 'zzz' }])).toEqual(["error instances[1].to: 'zzz' is not an entity id"]);
    expect(check([person, { ...works, to: 'a' }])).toEqual(['error instances[1]: relationship points to itself']);
    expect(check([person, { ...firm, id: 'a' }])).toEqual(["error instances[1].id: 'a' is duplicated"]);
  });

  it('should refuse classes of another type', () => {
    expect(check([{ ...person, className: 'works_for' }])).toEqual([
      "error instances[0].className: 'works_for' is not an object class",
    ]);
  });

  it('should take comments on a range inside of the text, and on all of it', () => {
    const correspondence = [{ text: 'Who?', email: 'a@b.test' }];
    expect(check([person], { comments: [{ start: 4, end: 14, correspondence }, { correspondence }] })).toEqual([]);
    expect(check([person], { comments: [{ start: 4, end: 99, correspondence }] })).toEqual([
      `error comments[0].end: 99 is greater than the maximum of ${text.length}`,
    ]);
  });

  it('should know the length without the text', () => {
    expect(
      allAtOnce(
        textChecks(
          { metadata: { name: 'a' }, instances: [{ ...person, end: 91 }] },
          { form: 'export', contentLength: 83 },
        ),
      ).map(each => each.message),
    ).toEqual(['91 is greater than the maximum of 83']);
  });

  it('should warn of white space, cut sequences and another length', () => {
    expect(check([{ ...person, start: 3 }])).toEqual([
      'warning instances[0]: the span begins or ends with white space',
    ]);
    expect(check([person], { metadata: { name: 'bio.txt', contentLength: 7 } })).toEqual([
      `warning metadata.contentLength: metadata.contentLength 7 differs from the text (${text.length})`,
    ]);
    expect(
      allAtOnce(
        textChecks(
          { metadata: { name: 'a' }, instances: [{ ...person, start: 0, end: 1 }] },
          { form: 'export', text: 'e\u0301t' },
        ),
      ).map(each => each.message),
    ).toEqual(['the span cuts a combining sequence']);
  });
});
