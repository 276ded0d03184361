import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvReader, readCsv } from './read-csv.ts';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

describe('reading CSV', () => {
  it.each([
    [
      'commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons, lines of Windows',
      'a;b\r\n1,5;2\r\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs without a last line end',
      'a\tb\n1\t',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'quotes with separators, quotes and line ends',
      'a,b\n"x, ""y""","1\r\n2\r"\n',
      [
        ['a', 'b'],
        ['x, "y"', '1\r\n2\r'],
      ],
    ],
    [
      'separators of a header in quotes',
      '"a;b;c;d",e\n1,2',
      [
        ['a;b;c;d', 'e'],
        ['1', '2'],
      ],
    ],
    ['blanks before a quote', 'a, "b"\n', [['a', 'b']]],
    ['a quote in the middle', 'a,6" pipe\n', [['a', '6" pipe']]],
    ['an empty row', 'a\n\nb', [['a'], [''], ['b']]],
    ['nothing', '', []],
  ])('reads %s', (_, text, rows) => expect(readCsv(text)).toEqual(rows));

  it('ends early', () => expect(readCsv('a\nb\nc', 2)).toEqual([['a'], ['b']]));

  it('knows a cell without its closing quote', () => {
    const reader = new CsvReader();
    reader.write('a\n"b');
    expect(reader.unfinished).toBe(true);
  });

  it('reads the same from any parts, and gives back what was written', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', ';', '😀') }), {
            minLength: 2,
            maxLength: 4,
          }),
          { minLength: 1, maxLength: 5 },
        ),
        fc.array(fc.nat(40)),
        (table, cuts) => {
          const text = `h,${'h,'.repeat(9)}h\n${table.map(row => row.map(quoted).join(',')).join('\r\n')}\r\n`;
          const reader = new CsvReader();
          const rows: string[][] = [];
          let at = 0;
          for (const cut of cuts) {
            rows.push(...reader.write(text.slice(at, at + cut)));
            at += cut;
          }
          rows.push(...reader.write(text.slice(at)), ...reader.end());
          expect(rows.slice(1)).toEqual(table);
        },
      ),
    );
  });
});
