import { describe, expect, it } from 'vitest';
import { markedQuery, offersNow, taken } from './typing.ts';

const offers = {
  from: 0,
  to: 2,
  suggestions: [
    { text: 'status', kind: 'field' },
    { text: 'subset', kind: 'field' },
    { text: 'st', kind: 'field' },
  ],
};
const texts = (text: string, caret = text.length): readonly string[] | undefined =>
  offersNow(offers, { text: 'st', caret: 2 }, { text, caret })?.suggestions.map(each => each.text);

describe('offers while a query is typed', () => {
  it('are those that still begin with the word, without the word itself', () => {
    expect(texts('st')).toEqual(['status']);
    expect(texts('stat')).toEqual(['status']);
    expect(texts('s')).toEqual(['status', 'subset', 'st']);
    expect(offersNow(offers, { text: 'st', caret: 2 }, { text: 'stat', caret: 4 })).toMatchObject({ from: 0, to: 4 });
  });

  it('are none once another word was begun, or the text before them changed', () => {
    expect(texts('st ')).toBeUndefined();
    expect(
      offersNow({ ...offers, from: 4, to: 6 }, { text: 'NOT st', caret: 6 }, { text: 'AND st', caret: 6 }),
    ).toBeUndefined();
    expect(
      offersNow({ ...offers, from: 4, to: 6 }, { text: 'NOT st', caret: 6 }, { text: 'NOT st', caret: 1 }),
    ).toBeUndefined();
  });

  it('go where the word was, with room for the next one', () => {
    expect(taken({ text: 'st', caret: 2 }, offers, 'status')).toEqual({ text: 'status ', caret: 7 });
    expect(taken({ text: 'ins', caret: 3 }, { from: 0, to: 3 }, 'instance(')).toEqual({ text: 'instance(', caret: 9 });
    expect(taken({ text: 'instance(cl)', caret: 11 }, { from: 9, to: 11 }, 'className')).toEqual({
      text: 'instance(className)',
      caret: 18,
    });
    expect(taken({ text: 'status =', caret: 8 }, { from: 8, to: 8 }, 'Completed')).toEqual({
      text: 'status = Completed ',
      caret: 19,
    });
  });
});

describe('the place of a problem', () => {
  it('is marked with the text around it', () => {
    expect(markedQuery('colour = red', { from: 0, to: 6 })).toEqual({ before: '', marked: 'colour', after: ' = red' });
    expect(markedQuery('status =', { from: 8, to: 8 })).toEqual({ before: 'status =', marked: ' ', after: '' });
    expect(markedQuery(`${'a'.repeat(60)}!${'b'.repeat(60)}`, { from: 60, to: 61 })).toEqual({
      before: `…${'a'.repeat(32)}`,
      marked: '!',
      after: `${'b'.repeat(32)}…`,
    });
  });
});
