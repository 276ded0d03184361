import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonPieces } from './json-pieces.ts';

const pieces = (text: string, size = 3): readonly unknown[] => {
  const cutter = new JsonPieces();
  const found: string[] = [];
  for (let at = 0; at < text.length; at += size) found.push(...cutter.write(text.slice(at, at + size)));
  cutter.end();
  return found.map(each => JSON.parse(each) as unknown);
};

describe('items of JSON', () => {
  it('are cut out of a list, out of one object, and out of several', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.dictionary(fc.string(), fc.jsonValue()).map(each => JSON.parse(JSON.stringify(each)) as unknown),
          { minLength: 1 },
        ),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(undefined, 2),
        (items, size, space) => {
          expect(pieces(`\n ${JSON.stringify(items, undefined, space)} \n`, size)).toEqual(items);
          expect(pieces(items.map(each => JSON.stringify(each, undefined, space)).join('\n'), size)).toEqual(items);
        },
      ),
    );
    expect(pieces('[]')).toEqual([]);
    expect(pieces('')).toEqual([]);
  });

  it.each([
    ['[{"a":1}, 5]', 'Item 2 is no JSON object.'],
    ['[{"a":1}', 'The list is not whole: its ] is missing.'],
    ['[{"a":1}]]', 'There is more text behind the end of the list.'],
    ['{"a":"', 'Item 1 is not whole: the file ends in it.'],
    ['hello', 'Item 1 is no JSON object.'],
  ])('are not cut out of %s', (text, message) => expect(() => pieces(text)).toThrow(message));
});
