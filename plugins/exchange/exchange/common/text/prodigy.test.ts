import { describe, expect, it } from 'vitest';
import { readTextBack, writtenText } from '../exchange/exchange.support.ts';
import { instancesOf, prodigy } from './foreign-texts.support.ts';

describe('Prodigy', () => {
  it('should leave out what was rejected, and keep what it does not know for the way back', async () => {
    const line = {
      text: 'Ada\r\nran',
      spans: [{ start: 5, end: 8, label: 'Act', source: 'model' }],
      cats: { Good: 1, Bad: 0 },
      _input_hash: -5,
      _task_hash: 7,
      meta: { section: 'x' },
      answer: 'accept',
    };
    const back = await readTextBack(
      prodigy,
      new Map([
        [
          'set.jsonl',
          [line, { ...line, answer: 'reject' }, { ...line, answer: 'ignore' }]
            .map(each => JSON.stringify(each))
            .join('\n'),
        ],
      ]),
    );
    expect(back).toMatchObject({
      names: ['set-1.txt'],
      texts: ['Ada\nran'],
      report: ['2 lines that were rejected or ignored were left out'],
    });
    expect(instancesOf(back.documents[0])).toMatchObject([
      { type: 'entity', start: 4, end: 7, className: 'Act' },
      { type: 'tag', className: 'Good' },
    ]);
    const { files } = await writtenText(prodigy, back.documents[0]!, 'Ada\nran', []);
    expect(JSON.parse(String(files.get('annotations.jsonl')))).toMatchObject({
      _input_hash: -5,
      _task_hash: 7,
      meta: { section: 'x', file: 'a.txt' },
      spans: [{ start: 4, end: 7, token_start: 1, token_end: 1, label: 'Act', source: 'model' }],
      accept: ['Good'],
    });
  });

  it('should name the field that is wrong', async () => {
    await expect(
      readTextBack(prodigy, new Map([['a.jsonl', '{"text":"Ada","spans":[{"start":5,"end":9,"label":"P"}]}']])),
    ).rejects.toThrow('a.jsonl line 1: spans[0] from 5 to 9 has no character of the text, which has 3');
    await expect(readTextBack(prodigy, new Map([['a.jsonl', '{"text":5}']]))).rejects.toThrow(
      'a.jsonl: line 1: text must be a text',
    );
  });
});
