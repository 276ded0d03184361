import { expect, it } from 'vitest';
import { ManifestReader } from './manifest-reader.ts';

/** Reads a text in parts of some length. */
function read(text: string, length: number): unknown[] {
  const reader = new ManifestReader();
  const lines = [];
  for (let at = 0; at < text.length; at += length) lines.push(...reader.write(text.slice(at, at + length)));
  return [...lines, ...reader.end()].map(({ line, name, url, folder, problem }) => [
    line,
    name,
    url,
    folder,
    problem !== undefined,
  ]);
}

it.each([1, 7, 1000])('should read the same lines in parts of %i characters', length => {
  const lines = [
    [1, 'a.jpg', 'https://e.org/a', 'Night', false],
    [2, 'b.jpg', 'https://e.org/b.jpg', undefined, false],
    [3, 'c', 'ftp://e.org/c', undefined, true],
  ];
  expect(
    read(
      'name,folder,url\r\na.jpg,Night,https://e.org/a\r\n,,"https://e.org/b.jpg"\r\n\r\nc,,ftp://e.org/c\r\n',
      length,
    ),
  ).toEqual(lines);
  expect(
    read(
      '\uFEFF{"url":"https://e.org/a","name":"a.jpg","folder":"Night"}\n{"url":"https://e.org/b.jpg"}\n\n{"name":"c","url":"ftp://e.org/c"}',
      length,
    ),
  ).toEqual(lines);
});

it('should read plain addresses, and pairs without a header', () => {
  expect(read('https://e.org/a.jpg\nhttps://e.org/b.jpg', 9)).toEqual([
    [1, 'a.jpg', 'https://e.org/a.jpg', undefined, false],
    [2, 'b.jpg', 'https://e.org/b.jpg', undefined, false],
  ]);
  expect(read('one,https://e.org/a.jpg\n', 9)).toEqual([[1, 'one', 'https://e.org/a.jpg', undefined, false]]);
});

it('should name the line that is no JSON, and refuse an array and a quote without an end', () => {
  expect(read('{"url":"https://e.org/a.jpg"}\n{"url"\n', 9)).toEqual([
    [1, 'a.jpg', 'https://e.org/a.jpg', undefined, false],
    [2, '', '', undefined, true],
  ]);
  expect(() => read('[{"url":"https://e.org/a.jpg"}]', 9)).toThrow(/one JSON object on each line/);
  expect(() => read('url\n"https://e.org/a.jpg\n', 9)).toThrow(/Close the quote/);
});

it('should refuse a folder whose name is not allowed', () => {
  expect(read('url,folder\nhttps://e.org/a.jpg,a/b\n', 99)).toEqual([[1, 'a.jpg', 'https://e.org/a.jpg', 'a/b', true]]);
});
