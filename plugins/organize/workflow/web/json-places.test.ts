import { describe, expect, it } from 'vitest';
import { parseWithLines } from './json-places.ts';

const text = JSON.stringify(
  {
    roles: ['QA'],
    transitions: [
      { name: 'a', from: 'x' },
      { name: 'b', 'a/b': 1 },
    ],
  },
  undefined,
  2,
);

describe('JSON with its lines', () => {
  it('should return the line of a place, or of the nearest one around it', () => {
    const parsed = parseWithLines(text);
    if (!('value' in parsed)) throw new Error('is JSON');
    expect(parsed.value).toEqual(JSON.parse(text));
    const line = (pointer: string): string => text.split('\n')[parsed.lineOf(pointer) - 1]!.trim();
    expect([
      line('/roles/0'),
      line('/transitions/1/name'),
      line('/transitions/1/a~1b'),
      line('/transitions/0/to'),
      line(''),
    ]).toEqual(['"QA"', '"name": "b",', '"a/b": 1', '{', '{']);
  });

  it.each([
    ['{\n  "a": 1,\n  oops\n}', 3],
    ['', 1],
    ['{\n"a": [1,\n', 3],
  ])('should return the line where %j is no JSON', (broken, line) => {
    expect(parseWithLines(broken)).toMatchObject({ line, problem: expect.stringMatching(/./) });
  });
});
