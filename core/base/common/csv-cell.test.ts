import { expect, it } from 'vitest';
import { csvCell, guarded, unguarded } from './csv-cell.ts';

it.each(['=1+1', '+cmd', '-a', '@x', '|calc', '%x', '\t=1', '\r=1', '  =1', '\u00a0@x', '＝1+1', '＠x'])(
  'should put an apostrophe before %j, which a spreadsheet would run',
  text => {
    expect(guarded(text)).toBe(`'${text}`);
    expect(unguarded(guarded(text))).toBe(text);
  },
);

it.each(['-5', '+5', '-1.5e3', 'a=b', '', "'90s"])('should leave %j alone', text => {
  expect(guarded(text)).toBe(text);
});

it('should quote what would not be one cell', () => {
  expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
  expect(csvCell('=1,2')).toBe('"\'=1,2"');
});
