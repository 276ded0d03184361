import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formValues, plainData } from '#plugins/annotate/annotations/common/index.ts';
import type { FormComponent } from '#plugins/annotate/form/common/index.ts';
import { FormPlan } from '#plugins/annotate/form/common/index.ts';
import { readCsv } from '#plugins/workspace/items/common/index.ts';
import { countGroupRows, csvRow, formCells, formLine, exportedValues } from './form-table.ts';
import { TransferReport } from '#plugins/exchange/exchange/common/index.ts';
import { formColumns, itemColumns } from './form-columns.ts';
import { plannedData, plannedItem } from './planned-item.ts';
import { guessMapping } from './row-mapping.ts';
import { distinctHeaders, jsonRecord, tableRecord } from './row-record.ts';

const options = ['A', 'B, or "C"', '5', '=1+1', 'null', ''].map(value => ({ value }));
const makers: Readonly<Record<string, (id: string) => FormComponent>> = {
  input: id => ({ id, type: 'input' }),
  markdown: id => ({ id, type: 'markdown' }),
  number: id => ({ id, type: 'number' }),
  range: id => ({ id, type: 'slider', sliderType: 'rangeSlider' }),
  radio: id => ({ id, type: 'radio', options }),
  checkbox: id => ({ id, type: 'checkbox', options }),
  ranking: id => ({ id, type: 'ranking' }),
  likertTable: id => ({ id, type: 'likertTable' }),
  chat: id => ({ id, type: 'chat' }),
};
/** Texts that are known to be lost by tables: what looks like something else, is quoted, or a spreadsheet would run. */
const hard = [
  '',
  ' ',
  '5',
  '-5',
  '007',
  '1e3',
  'true',
  'null',
  '[]',
  '[1',
  '{"a":1}',
  '"',
  '""',
  '"a"',
  "'",
  "''=1",
  "'=1",
  '=1+1',
  '＝1',
  '@x',
  '\t',
  '\r',
  '\r\n',
  'a\nb',
  'a,b;c',
  ' a ',
  '😀',
  '\u2028',
  '-2+3',
  '+7',
  '|x',
  '%a',
  '﻿x',
];
const text = fc.oneof(
  fc.constantFrom(...hard),
  fc.string({ unit: fc.constantFrom(...'\'"=+-@,;\t\r\n {}[]5a😀') }),
  fc.string({ unit: 'grapheme' }),
);
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map(each => each + 0);
// jsonb keeps no −0, and neither does JSON.
const json = fc.jsonValue().map(each => JSON.parse(JSON.stringify(each)) as unknown);
const empty = fc.constantFrom(null, '');
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  input: fc.oneof(text, empty),
  markdown: text,
  number: fc.oneof(number, empty),
  range: fc.oneof(fc.tuple(number, number), empty),
  radio: fc.oneof(fc.constantFrom(...options.map(each => each.value)), fc.constant(null)),
  checkbox: fc.oneof(
    fc.subarray(options.map(each => each.value)),
    fc.constantFrom(...options.map(each => each.value)),
    fc.constant(null),
  ),
  ranking: fc.oneof(fc.array(fc.array(text)), empty),
  likertTable: fc.oneof(fc.dictionary(text, fc.oneof(text, number)), empty),
  chat: json,
};
type Made = { readonly component: FormComponent; readonly kind: string };
const leaf = (ids: () => string): fc.Arbitrary<Made> =>
  fc.constantFrom(...Object.keys(makers)).map(kind => ({ component: makers[kind]!(ids()), kind }));

/** A form with two levels of groups, and how each of its components is called by its kind. */
const form = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 }), fc.gen())
  .map(([plain, outer, inner, gen]) => {
    let count = 0;
    const kinds = new Map<string, string>();
    // The last is as no builder makes it: with what columns are built of, and like one of ours.
    const id = (): string => (count++ % 5 === 4 ? `_x.${count}[0]%` : `c${count}`);
    const make = (): FormComponent => {
      const { component, kind } = gen(leaf, id);
      kinds.set(component.id, kind);
      return component;
    };
    const many = (length: number): FormComponent[] => Array.from({ length }, make);
    const components: FormComponent[] = [
      ...many(plain),
      { id: 'grid', type: 'grid', children: [{ id: '', type: 'column', children: many(1) }] },
      {
        id: 'outer',
        type: 'group',
        children: [...many(outer), { id: 'in.ner', type: 'group', children: many(inner) }],
      },
    ];
    return { plan: new FormPlan(components), kinds };
  });

/** A form and a value for some of its places, rows left out here and there. */
const filled = fc.tuple(form, fc.gen()).map(([{ plan, kinds }, gen]) => {
  const data: Record<string, { value: unknown; element_path: readonly (string | number)[] }[]> = {};
  for (const { component, groups } of plan.fields) {
    const rows =
      groups.length === 0
        ? [[]]
        : groups.length === 1
          ? [[0], [1], [3]]
          : [
              [0, 0],
              [0, 2],
              [1, 0],
              [3, 1],
            ];
    const list = rows
      .filter(() => gen(fc.boolean))
      .map(at => ({
        value: gen(() => values[kinds.get(component.id)!]!),
        element_path: plan.pathOf(component.id, at),
      }));
    if (list.length > 0) Object.defineProperty(data, component.id, { value: list, enumerable: true });
  }
  return { plan, data };
});

const rules = { wholeRow: false, prefix: '', refused: 'row' } as const;

describe('a form as a table and back', () => {
  it('gives every value back, whatever is in it', () => {
    fc.assert(
      fc.property(
        filled,
        text.filter(each => each.trim() !== ''),
        ({ plan, data }, category) => {
          const given = formValues({ data });
          const rows = new Map<string, number>();
          countGroupRows(rows, given);
          const columns = formColumns(plan.components, rows);
          const report = new TransferReport();
          const file =
            csvRow([...itemColumns, ...columns.map(each => each.key)]) +
            csvRow(['item 1', '', category.normalize('NFC').trim(), ...formCells(given, columns, plan, report)]);
          expect(report.lines()).toEqual([]);
          const [head, row, ...more] = readCsv(file);
          expect(more).toEqual([]);
          const record = tableRecord(distinctHeaders(head!), row!, 2);
          const item = plannedItem(
            record,
            {
              ...rules,
              mapping: guessMapping(
                [...new Set(distinctHeaders(head!).map(key => tableRecord([key], ['x'], 1).cells[0]!.column))],
                plan,
                'ignore',
              ),
            },
            plan,
          );
          expect(item.problems).toEqual([]);
          expect(item.name).toBe('item 1');
          expect(formValues({ data: plannedData(item, plan) })).toEqual(given);
          // And what is written of it again is the same, byte for byte.
          expect(formCells(formValues({ data: plannedData(item, plan) }), columns, plan, report)).toEqual(
            formCells(given, columns, plan, report),
          );
        },
      ),
      { numRuns: 150, endOnFailure: true },
    );
  });

  it('gives every value back from a line of JSON', () => {
    fc.assert(
      fc.property(filled, ({ plan, data }) => {
        const given = formValues({ data });
        const line = formLine(
          { name: 'item 1' },
          { folder: 'f', category: ['a', 'b'] },
          plainData(exportedValues(given, plan)),
          [{ id: 'k' }],
        );
        const record = jsonRecord(JSON.parse(line), 1, plan);
        const item = plannedItem(
          record,
          { ...rules, mapping: guessMapping([...new Set(record.cells.map(each => each.column))], plan, 'ignore') },
          plan,
        );
        expect(item).toMatchObject({
          name: 'item 1',
          folder: 'f',
          categories: ['a', 'b'],
          problems: [],
          comments: [{ id: 'k' }],
        });
        expect(formValues({ data: plannedData(item, plan) })).toEqual(given);
      }),
      { numRuns: 80, endOnFailure: true },
    );
  });
});
