import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { readTextBack, writtenText } from '../exchange/exchange.support.ts';
import { instancesOf, entities, marked, brat } from './foreign-texts.support.ts';

describe('brat', () => {
  it('should count raw characters: CR LF as two, a byte order mark as one', async () => {
    const back = await readTextBack(
      brat,
      new Map([
        ['a.txt', '\uFEFF🙂 Ada\r\nin Lyon\r\n'],
        ['a.ann', 'T1\tPerson 3 6\tAda\nT2\tPlace 11 15\tLyon\n'],
      ]),
    );
    expect(back).toMatchObject({ report: [], texts: ['🙂 Ada\nin Lyon\n'] });
    expect(marked(back.documents[0], back.texts[0]!)).toEqual([
      ['Person', 'Ada'],
      ['Place', 'Lyon'],
    ]);
  });

  it('should take line ends for one character where the covered texts say so', async () => {
    const back = await readTextBack(
      brat,
      new Map([
        ['a.txt', 'Ada\r\nin Lyon\r\n'],
        ['a.ann', 'T1\tPlace 7 11\tLyon\n'],
      ]),
    );
    expect(back.report).toEqual([]);
    expect(marked(back.documents[0], back.texts[0]!)).toEqual([['Place', 'Lyon']]);
  });

  it('should read events, equivalences, attributes, notes and stretches in pieces', async () => {
    const ann =
      'T1\tPerson 0 3;8 11\tAda May\nT2\tMove 4 7\tran\nT3\tPlace 12 16\tHome\nE1\tMove:T2 Giver:T1 To:T3\nA1\tNegation E1\nM1\tLevel T3 High\nN1\tReference T3 Wikipedia:5\tHome\n#1\tAnnotatorNotes E1\tin doubt\n#2\tAnnotatorNotes\tof the text\nR1\tIn Arg1:T1 Arg2:T3\n*\tSame T1 T3\n';
    const back = await readTextBack(
      brat,
      new Map([
        ['a.txt', 'Ada ran May Home\n'],
        ['a.ann', ann],
      ]),
    );
    expect(back.report).toEqual(['1 discontinuous span was read as one span for each of its pieces']);
    const [document] = back.documents;
    expect(
      entities(document).map(({ className, start, end, groupId, attributes }) => [
        className,
        start,
        end,
        groupId,
        (attributes as JsonRecord[]).map(each => [each['groupName'], each['name']]),
      ]),
    ).toEqual([
      ['Person', 0, 3, 1, []],
      ['Person', 8, 11, 1, []],
      [
        'Move',
        4,
        7,
        undefined,
        [
          ['Negation', 'true'],
          ['note', 'in doubt'],
        ],
      ],
      [
        'Place',
        12,
        16,
        undefined,
        [
          ['Level', 'High'],
          ['Reference', 'Wikipedia:5'],
        ],
      ],
    ]);
    expect(
      instancesOf(document)
        .filter(each => each['type'] === 'relationship')
        .map(each => each['className']),
    ).toEqual(['Giver', 'To', 'In', 'Same', 'Same']);
    expect(document).toMatchObject({ freeText: 'of the text' });
    expect(
      back.classes.map(({ name, type, attribute_groups: groups }) => [name, type, groups.map(each => each.group_type)]),
    ).toEqual(
      expect.arrayContaining([
        ['Move', 1, ['radio', 'text']],
        ['Giver', 3, []],
      ]),
    );
    // Pieces are on one line again.
    const { files, lost } = await writtenText(brat, document!, 'Ada ran May Home\n', []);
    expect(lost).toEqual([]);
    expect(String(files.get('a.ann')).split('\n')[0]).toBe('T1\tPerson 0 3;8 11\tAda May');
  });

  it('should go into the item of its name when it has no text of its own, and never into another text', async () => {
    const ann = new Map([['notes/a.ann', 'T1\tPlace 3 7\tLyon\n']]);
    expect(await readTextBack(brat, ann, 'In Lyon')).toMatchObject({
      report: [],
      names: ['notes/a.txt'],
      texts: [undefined],
    });
    expect((await readTextBack(brat, ann, 'In Rome')).report).toEqual([
      "notes/a.ann: line 1: T1 covers 'Rome', file says 'Lyon'",
    ]);
    await expect(readTextBack(brat, new Map([...ann, ['notes/a.txt', 'In Lyon']]), 'At Lyon')).rejects.toThrow(
      /the text of the item a\.txt differs/,
    );
    expect(
      (
        await readTextBack(
          brat,
          new Map([
            ['a.txt', 'Lyon'],
            ['a.ann', 'T1\tPlace 7 9\tLy\n'],
          ]),
        )
      ).report,
    ).toEqual([
      "a.ann: line 1: T1 covers '', file says 'Ly'",
      'a.ann: line 1: T1 lies beyond the end of the text, which has 4 characters',
    ]);
    await expect(readTextBack(brat, new Map([['a.ann', 'T1\tPlace 7 3\tLyon\n']]))).rejects.toThrow(
      /a\.ann: line 1 is no line of brat/,
    );
  });
});
