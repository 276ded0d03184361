import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import { indexClasses } from '#plugins/annotate/annotations/common/index.ts';
import { classificationChecks } from './checks.ts';

type Group = Parameters<typeof indexClasses>[0][number]['attribute_groups'][number];
const group = (id: number, name: string, type: Group['group_type'], isRequired = false): Group => ({
  id,
  class_id: 1,
  name,
  group_type: type,
  isRequired,
  default_value: null,
  order: id,
  createdAt: '',
  updatedAt: '',
  attributes:
    type === 'radio'
      ? ['Invoice', 'Letter'].map((value, at) => ({
          id: id * 10 + at,
          group_id: id,
          project_id: 1,
          name: value,
          default: 0,
          order: at,
          count: 0,
          createdAt: '',
          updatedAt: '',
        }))
      : [],
});
const named = (
  name: string,
  type: 1 | 2,
  id: number,
  groups: readonly Group[] = [],
): Parameters<typeof indexClasses>[0][number] => ({
  id,
  project_id: 1,
  name,
  color: '#000000',
  type,
  order: id,
  count: 0,
  createdAt: '',
  updatedAt: '',
  attribute_groups: groups,
});
const classes = indexClasses([
  named('Document type', 2, 1, [group(1, 'Kind', 'radio', true), group(2, 'Confidence', 'numeric')]),
  named('Needs redaction', 2, 2),
  named('Car', 1, 3),
]);

const kind = (name: string): object => ({ groupName: 'Kind', name });
const tag = (className: string, attributes: readonly object[] = []): object => ({ type: 'tag', className, attributes });
const check = (instances: readonly object[], more: object = {}, completing = false): string[] =>
  allAtOnce(
    classificationChecks(
      { metadata: { name: 'doc.pdf' }, instances, ...more },
      { form: 'export', classes, completing },
    ),
  ).map(({ path, message, severity }) => `${severity} ${path}: ${message}`);

describe('classificationChecks', () => {
  it.skipIf(!existsSync('../shared/formats/examples/classification.json'))(
    'should take the example of the format',
    () => {
      const example: unknown = JSON.parse(readFileSync('../shared/formats/examples/classification.json', 'utf8'));
      expect(allAtOnce(classificationChecks(example, { form: 'export' }))).toEqual([]);
      expect(allAtOnce(classificationChecks(example, { form: 'export', classes, completing: true }))).toEqual([]);
    },
  );

  it('should refuse instances that are no tags, and classes of another type', () => {
    expect(check([{ type: 'bbox', className: 'Car', points: {} }])).toEqual(['error instances[0]: invalid type']);
    expect(check([tag('Car')])).toEqual(["error instances[0].className: 'Car' is not a tag class"]);
    expect(check([{ type: 'tag', attributes: [] }])).toEqual([
      "error instances[0]: 'className' is a required property",
    ]);
  });

  it('should refuse a radio group with two values, and an empty required one when completed', () => {
    expect(check([tag('Document type', [kind('Invoice'), kind('Letter')])])).toEqual([
      "error instances[0].attributes: 'Kind' allows a single value",
    ]);
    expect(check([tag('Document type')])).toEqual(["warning instances[0].attributes: 'Kind' is a required group"]);
    expect(check([tag('Document type')], {}, true)).toEqual([
      "error instances[0].attributes: 'Kind' is a required group",
    ]);
  });

  it('should refuse the same class with the same answers twice, in whatever order they come', () => {
    const sure = { groupName: 'Confidence', name: 0.9 };
    expect(check([tag('Needs redaction'), tag('Needs redaction')])).toEqual([
      "error instances[1]: 'Needs redaction' is duplicated",
    ]);
    expect(
      check([tag('Document type', [kind('Invoice'), sure]), tag('Document type', [sure, kind('Invoice')])]),
    ).toEqual(["error instances[1]: 'Document type' is duplicated"]);
    expect(check([tag('Document type', [kind('Invoice')]), tag('Document type', [kind('Letter')])])).toEqual([]);
  });

  it('should refuse a second class in files where items have one, but not in what an editor saves', () => {
    const document = { metadata: { name: 'a' }, instances: [tag('Needs redaction'), tag('Document type')] };
    const errors = (form: 'export' | 'internal', perItem: 'one' | 'several'): string[] =>
      allAtOnce(classificationChecks(document, { form, classes, perItem }))
        .map(({ message }) => message)
        .filter(each => each.includes('second class'));
    expect(errors('export', 'one')).toEqual(["'Document type' is a second class; items of this project have one"]);
    expect(errors('export', 'several')).toEqual([]);
    expect(errors('internal', 'one')).toEqual([]);
  });

  it('should refuse a page that is not there, and know comments without a place', () => {
    const correspondence = [{ text: 'Blank', email: 'a@b.test' }];
    const paged = (page: number): object => ({
      metadata: { name: 'doc.pdf', content: { kind: 'pdf', pages: 12 } },
      comments: [{ page, correspondence }],
    });
    expect(check([], paged(12))).toEqual([]);
    expect(check([], { comments: [{ correspondence }] })).toEqual([]);
    expect(check([], paged(13))).toEqual(['error comments[0].page: 13 is greater than the maximum of 12']);
    expect(check([], paged(0))).toEqual(['error comments[0].page: 0 is less than the minimum of 1']);
  });

  it('should refuse content that is none', () => {
    expect(check([], { metadata: { name: 'a', content: { kind: 'spreadsheet' } } })[0]).toMatch(
      /error metadata\.content\.kind: 'spreadsheet' is not one of/,
    );
  });
});
