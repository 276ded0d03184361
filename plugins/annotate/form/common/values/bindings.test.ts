import { describe, expect, it } from 'vitest';
import { bindText, bindValue } from './bindings.ts';

const payload = { name: 'Ada', a: { b: [{ c: 3 }] }, list: [1, 2], photo: 'images/egg.jpg', none: null };
const source = {
  payload,
  value: (id: string) => (id === 'stars' ? 4 : undefined),
  env: { key: 'k' },
  sign: (path: string) => `/signed/${path}`,
};

describe('bindings', () => {
  it('should put values of the attached JSON into texts, and nothing where there is none', () => {
    expect(bindText('Hi {{name}}, {{ a.b[0].c }}, {{list}}, {{missing.x}}{{none}}{{list[7]}}.', source)).toBe(
      'Hi Ada, 3, [1,2], .',
    );
    expect(bindText('{{sign(photo)}} {{sign("x.png")}} {{sign(missing)}}', source)).toBe(
      '/signed/images/egg.jpg /signed/x.png ',
    );
  });

  it('should leave a value what it is where it stands alone', () => {
    expect([
      bindValue('{{a.b[0].c}}', source),
      bindValue('{{list}}', source),
      bindValue('{{nothing}}', source),
      bindValue('no {{name}}', source),
    ]).toEqual([3, [1, 2], '', 'no Ada']);
  });

  it.each([
    ['1 + 2 * 3 - -1', 8],
    ['(1 + 2) * 3', 9],
    ['10 % 4 / 2', 1],
    ["upper(payload.name) + '!'", 'ADA!'],
    ["value('stars') >= 4 ? 'good' : 'bad'", 'good'],
    ['payload.a.b[0].c == 3 && !false', true],
    ["default(payload.missing, 'x')", 'x'],
    ['len(payload.list)', 2],
    ["len('🙂a')", 2],
    ['env.key', 'k'],
    ['json(payload.list)', '[1,2]'],
    ["date('2026-11-20T10:00:00Z')", '2026-11-20'],
    ["trim('  a ') + lower('B')", 'ab'],
    ['name', 'Ada'],
    ["payload['name']", 'Ada'],
    ["'a\\'b'", "a'b"],
    ['null == payload.none', true],
  ])('should compute %s', (text, expected) => expect(bindValue(`{{= ${text} }}`, source)).toEqual(expected));

  it.each(['payload.constructor', 'payload.__proto__', "payload['toString']", 'constructor', 'payload.list.length'])(
    'should not reach %s',
    text => expect(bindValue(`{{= ${text} }}`, source)).toBe(''),
  );

  it.each([
    '1 +',
    'alert(1)',
    'toString()',
    '(((',
    '1 2',
    '@',
    `${'('.repeat(200)}1${')'.repeat(200)}`,
    '!'.repeat(500),
  ])('should give nothing for %s, which cannot be read', text => expect(bindValue(`{{= ${text} }}`, source)).toBe(''));
});
