import { describe, expect, it } from 'vitest';
import { addressLines, addressProblem, addressReport, guessColumns, readAddresses } from './address-list.ts';

const linesOf = (text: string): readonly (readonly [string, string, string | undefined])[] => {
  const table = readAddresses(text);
  return addressLines(table, guessColumns(table)).map(({ name, url, problem }) => [name, url, problem] as const);
};

describe('a list of addresses', () => {
  it('should be read from CSV with names of columns, in any order, with quotes', () => {
    expect(linesOf('url,name\nhttps://e.org/1.jpg,"cat, ""big"".jpg"\n')).toEqual([
      ['cat, "big".jpg', 'https://e.org/1.jpg', undefined],
    ]);
    expect(linesOf('name;url\r\na.jpg;https://e.org/a?x=1,2\r\n')).toEqual([
      ['a.jpg', 'https://e.org/a?x=1,2', undefined],
    ]);
  });

  it('should be read without names of columns', () => {
    expect(linesOf('https://e.org/1.jpg,one.jpg\nhttps://e.org/2.jpg,two.jpg')).toEqual([
      ['one.jpg', 'https://e.org/1.jpg', undefined],
      ['two.jpg', 'https://e.org/2.jpg', undefined],
    ]);
  });

  it('should be read from plain lines, JSON and JSON lines', () => {
    expect(linesOf('https://e.org/a/b%20c.jpg\n\nhttps://e.org/')).toEqual([
      ['b c.jpg', 'https://e.org/a/b%20c.jpg', undefined],
      ['e.org', 'https://e.org/', undefined],
    ]);
    expect(linesOf('[{"name":"a","url":"https://e.org/1"},"https://e.org/2"]')).toEqual([
      ['a', 'https://e.org/1', undefined],
      ['2', 'https://e.org/2', undefined],
    ]);
    expect(
      linesOf('{"url":"https://e.org/1","name":"a"}\n{"url":"https://e.org/2","name":"b"}').map(each => each[0]),
    ).toEqual(['a', 'b']);
    expect(() => readAddresses('{"url":')).toThrow('Line 1 is not valid JSON');
    expect(readAddresses('  ')).toEqual({ columns: [], rows: [] });
  });

  it('should name the line that has the same name', () => {
    expect(linesOf('https://e.org/1.jpg\nhttps://e.org/x/1.jpg')[1]![2]).toBe('Line 1 has the same name.');
  });

  it.each([
    ['', 'missing'],
    ['cat.jpg', 'not valid'],
    ['ftp://e.org/x', 'not with ftp'],
    ['javascript:alert(1)', 'not with javascript'],
    ['https://me:secret@e.org/x', 'password'],
    ['https://', 'not valid'],
    [`https://e.org/${'x'.repeat(4001)}`, 'at most 4000'],
  ])('should refuse %s', (url, words) => {
    expect(addressProblem(url)).toContain(words);
  });

  it('should be written as CSV that no spreadsheet runs', () => {
    expect(addressReport([{ line: 1, name: '=1+1', url: 'https://e.org', problem: undefined }])).toBe(
      "line,name,url,result\r\n1,'=1+1,https://e.org,Can be attached",
    );
  });
});
