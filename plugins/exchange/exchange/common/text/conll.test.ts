import { describe, expect, it } from 'vitest';
import { classNamed, readTextBack } from '../exchange/exchange.support.ts';
import { entities, conll } from './foreign-texts.support.ts';

describe('CoNLL', () => {
  it.each([
    [
      'IOB1',
      ['I-A', 'I-A', 'B-A', 'I-B', 'O', 'I-A'],
      [
        ['A', 0, 1],
        ['A', 2, 2],
        ['B', 3, 3],
        ['A', 5, 5],
      ],
    ],
    [
      'BILOU',
      ['B-A', 'I-A', 'L-A', 'U-A', 'O', 'U-B'],
      [
        ['A', 0, 2],
        ['A', 3, 3],
        ['B', 5, 5],
      ],
    ],
    [
      'BIOES',
      ['S-A', 'B-A', 'E-A', 'I-A', 'O', 'S-B'],
      [
        ['A', 0, 0],
        ['A', 1, 2],
        ['A', 3, 3],
        ['B', 5, 5],
      ],
    ],
  ] as const)('should read the tags of %s', async (_, tags, expected) => {
    const back = await readTextBack(conll, new Map([['a.conll', tags.map((tag, at) => `w${at} X ${tag}\n`).join('')]]));
    expect(
      entities(back.documents[0]).map(({ className, start, end }) => [
        className,
        Number(start) / 3,
        (Number(end) - 2) / 3,
      ]),
    ).toEqual(expected);
  });

  it('should say that texts are put together, number the documents of a file, and name the line that does not fit', async () => {
    const two = new Map([
      ['set.conll', '-DOCSTART- -X- O O\n\nAda B-P\nran O\n\nOn O\n\n-DOCSTART- -X- O O\n\nBob B-P\n'],
    ]);
    expect(await readTextBack(conll, two)).toMatchObject({
      names: ['set-1.txt', 'set-2.txt'],
      texts: ['Ada ran\nOn\n', 'Bob\n'],
      report: ['2 texts were put together from their tokens, with single spaces between them'],
    });
    await expect(readTextBack(conll, new Map([['a.conll', 'Ada\tB-P\nran\tO\n']]), 'Ada walks')).rejects.toThrow(
      "a.conll: line 2: 'ran' does not come next in the text of the item, at character 5",
    );
    await expect(readTextBack(conll, new Map([['a.conll', 'Ada\tNNP\n']]))).rejects.toThrow(/line 1 must end in a tag/);
  });

  it('should pass over white space that stands as a token', async () => {
    const back = await readTextBack(conll, new Map([['a.conll', 'Ada\tB-P\n\u00A0\tO\nran\tO\n']]));
    expect(back.texts).toEqual(['Ada ran\n']);
  });

  it('should give names with blanks back', async () => {
    expect(
      entities(
        (await readTextBack(conll, new Map([['a.conll', 'Lyon\tB-Big_place\n']]), undefined, [classNamed('Big place')]))
          .documents[0],
      )[0],
    ).toMatchObject({ className: 'Big place' });
  });
});
