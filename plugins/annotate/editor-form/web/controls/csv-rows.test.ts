import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRows, writeRows } from './csv-rows.ts';

describe('the rows of a table', () => {
  it('should be read with their quotes, and made equally long', () => {
    expect(readRows('a,"b, ""c""\nd",\r\ne', ',')).toEqual([
      ['a', 'b, "c"\nd', ''],
      ['e', '', ''],
    ]);
    expect(readRows('', ';')).toEqual([['']]);
    expect(readRows(';;;\r\n;;;', ';')).toEqual([
      ['', '', '', ''],
      ['', '', '', ''],
    ]);
  });

  it('should be the same after writing and reading, with any delimiter', () => {
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain(width =>
        fc.array(fc.array(fc.string(), { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      );
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '|'), fc.constantFrom('\n', '\r\n'), (rows, delimiter, end) => {
        expect(readRows(writeRows(rows, delimiter, end), delimiter)).toEqual(rows);
      }),
    );
  });
});
