import { describe, expect, it } from 'vitest';
import { formValues } from '#plugins/annotate/annotations/common/index.ts';
import { FormPlan, readForm } from '#plugins/annotate/form/common/index.ts';
import { countGroupRows, csvRow, formCells, formLine, exportedValues, usesPayload } from './form-table.ts';
import { formColumns } from './form-columns.ts';
import { guarded, unguarded } from '#core/base/common/index.ts';
import { TransferReport } from '#plugins/exchange/exchange/common/index.ts';

const { components } = readForm({
  components: [
    { id: 'prompt', type: 'textarea' },
    {
      id: 'answers',
      type: 'group',
      children: [
        { id: 'answer', type: 'markdown' },
        { id: 'notes', type: 'group', children: [{ id: 'note', type: 'input' }] },
      ],
    },
    { id: 'pair', type: 'grid', children: [{ id: 'left', span: 12, children: [{ id: 'better', type: 'radio' }] }] },
    { id: 'old', type: 'tabs', tabs: [{ id: 'one', name: 'One', children: [{ id: 'issues', type: 'checkbox' }] }] },
    { id: 'secret', type: 'input', exclude: true },
    { id: 'send', type: 'button' },
    { id: 'grade', type: 'rating', scoring: { id: 4 } },
    { id: 'later', type: 'rating', scoring: { id: null } },
    { id: 'strange', type: 'unheardOf' },
  ],
});
const plan = new FormPlan(components);
const keys = (rows?: ReadonlyMap<string, number>): readonly string[] =>
  formColumns(components, rows).map(each => each.key);

describe('the table of a form', () => {
  it('has a column for every component in reading order, in a group for every row', () => {
    expect(keys()).toEqual([
      'prompt',
      'answers[0].answer',
      'answers[0].notes[0].note',
      'better',
      'issues',
      'later',
      'strange',
    ]);
    expect(
      keys(
        new Map([
          ['answers', 2],
          ['answers[1].notes', 2],
        ]),
      ).slice(1, 6),
    ).toEqual([
      'answers[0].answer',
      'answers[0].notes[0].note',
      'answers[1].answer',
      'answers[1].notes[0].note',
      'answers[1].notes[1].note',
    ]);
    expect(formColumns([])).toEqual([]);
  });

  it('counts rows by the values in them', () => {
    const rows = new Map<string, number>();
    countGroupRows(
      rows,
      formValues({ data: { note: [{ value: 'x', element_path: ['answers', 2, 'notes', 1, 'note'] }] } }),
    );
    expect([...rows]).toEqual([
      ['answers', 3],
      ['answers[2].notes', 2],
    ]);
  });

  it('writes cells in quotes only where they need them', () => {
    expect(csvRow(['Say "hello", now', '5', '', 'two\nlines', ' x'])).toBe(
      '"Say ""hello"", now",5,,"two\nlines"," x"\r\n',
    );
    expect(csvRow([''])).toBe('""\r\n');
  });

  it.each([
    ['=HYPERLINK("http://x")', true],
    ['＝1+1', true],
    ['+cmd', true],
    ['-2+3', true],
    ['@sum', true],
    ['\tx', true],
    ['%a', true],
    ["'=1", true],
    ["''=1", true],
    ['-2.5', false],
    ['+7', false],
    ['a=b', false],
    ["'90s", false],
    ["'", false],
  ])('writes %j so that no spreadsheet runs it, and takes that back: %s', (text, guards) => {
    expect(guarded(text)).toBe(guards ? `'${text}` : text);
    expect(unguarded(guarded(text))).toBe(text);
  });

  it('should report what it has no column for, and leave out what no download holds', () => {
    const report = new TransferReport();
    const values = formValues({
      data: {
        prompt: { value: 'p', comments: [1] },
        answer: [
          { value: 'x', element_path: ['answers', 0, 'answer'] },
          { value: 'y', element_path: ['answers', 4, 'answer'] },
        ],
        gone: 1,
        secret: 's',
        grade: 4,
        issues: [{ value: 5 }],
      },
    });
    expect(formCells(values, formColumns(components), plan, report)).toEqual(['p', 'x', '', '', '5', '', '']);
    expect(report.lines()).toEqual([
      '1 comment of a value was left out',
      '1 value of answer was dropped',
      '1 value of gone was dropped',
      '1 value of issues was written as text',
    ]);
    expect([
      ...exportedValues(
        formValues({ data: { prompt: { value: 'p', scores: { a: 1 } }, secret: 's', grade: 4 } }),
        plan,
      ),
    ]).toEqual([['prompt', [{ value: 'p', element_path: ['prompt'] }]]]);
  });

  it('should write folder and category in a line of JSON, and leave out what is absent', () => {
    expect(JSON.parse(formLine({ name: 'a' }, { folder: 'f', category: 'c' }, { x: { value: 1 } }, []))).toEqual({
      metadata: { name: 'a', folder_name: 'f', item_category: 'c' },
      data: { x: { value: 1 } },
    });
    expect(formLine({ name: 'a' }, { folder: '', category: undefined }, {}, undefined)).toBe(
      '{"metadata":{"name":"a"},"data":{}}\n',
    );
  });

  it('knows a form that reads attached data', () => {
    expect([usesPayload([{ id: 'a', children: [{ value: 'Hi {{user.name}}' }] }]), usesPayload(components)]).toEqual([
      true,
      false,
    ]);
  });
});
