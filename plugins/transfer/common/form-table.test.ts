import { describe, expect, it } from 'vitest';
import { formValues } from '#plugins/annotations/common/form-values.ts';
import { csvRow, formCells, formColumns, formLine } from './form-table.ts';
import { TransferReport } from './transfer-report.ts';

const form = [
  { id: 'prompt', type: 'textarea' },
  { id: 'answers', type: 'group', children: [{ id: 'answer', type: 'markdown' }] },
  { id: 'pair', type: 'grid', children: [{ id: 'left', span: 12, children: [{ id: 'better', type: 'radio' }] }] },
  { id: 'old', type: 'tabs', tabs: [{ id: 'one', name: 'One', children: [{ id: 'issues', type: 'checkbox' }] }] },
  { id: 'secret', type: 'input', exclude: true }, { id: 'send', type: 'button' },
];

describe('the table of a form', () => {
  it('has a column for every component with one value, in the order of the form', () => {
    expect(formColumns(form)).toEqual(['prompt', 'better', 'issues']);
    expect(formColumns(undefined)).toEqual([]);
  });

  it('writes cells that read back as they were', () => {
    expect(csvRow(['Say "hello", now', 5, true, ['a'], null, undefined, 'two\nlines', ' x'])).toBe('"Say ""hello"", now",5,true,"[""a""]",,,"two\nlines"," x"\r\n');
  });

  it.each([['=HYPERLINK("http://x")', true], ['＝1+1', true], ['+cmd', true], ['-2+3', true], ['@sum', true], ['\tx', true], ['%a', true], ['-2.5', false], ['+7', false], ['a=b', false]])('writes %j so that no spreadsheet runs it: %s', (text, guarded) => {
    expect(csvRow([text]).replace(/^"/, '').startsWith("'")).toBe(guarded);
  });

  it('says what it has no column for', () => {
    const report = new TransferReport();
    const values = formValues({ data: { prompt: { value: 'p' }, answer: [{ value: 'x', element_path: ['answers', 0, 'answer'] }], gone: 1 } });
    expect(formCells(values, ['prompt', 'better'], report)).toEqual(['p', undefined]);
    expect(report.lines()).toEqual(['1 value inside a group has no column', '1 value of gone was dropped']);
  });

  it('tells folder and category in a line of JSON, and leaves out what is not', () => {
    expect(JSON.parse(formLine({ name: 'a' }, { folder: 'f', category: 'c' }, { x: { value: 1 } }, []))).toEqual({ metadata: { name: 'a', folder_name: 'f', item_category: 'c' }, data: { x: { value: 1 } } });
    expect(formLine({ name: 'a' }, { folder: '', category: undefined }, {}, undefined)).toBe('{"metadata":{"name":"a"},"data":{}}\n');
  });
});
