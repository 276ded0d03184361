import { describe, expect, it } from 'vitest';
import { checkSchema, emailPattern, timePattern } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

const problems = (schema: JsonSchema, value: unknown): string[] =>
  checkSchema(schema, value, 'here').map(problem => `${problem.path}: ${problem.message}`);

describe('schema messages', () => {
  it.each<[string, JsonSchema, unknown, string]>([
    ['missing key', { required: ['points'] }, {}, "here: 'points' is a required property"],
    ['wrong type', { type: 'string' }, 12, "here: 12 is not of type 'string'"],
    ['several types', { type: ['string', 'number', 'null'] }, [true], "here: [True] is not of type 'string', 'number'"],
    ['text as number', { type: 'number' }, '12', "here: '12' is not of type 'number'"],
    ['boolean as number', { type: 'number' }, true, "here: True is not of type 'number'"],
    ['fraction as integer', { type: 'integer' }, 1.5, "here: 1.5 is not of type 'integer'"],
    ['null', { type: 'object' }, null, "here: None is not of type 'object'"],
    [
      'value outside a list',
      { enum: ['Manual', 'Prediction', 'Preannotation'] },
      'Auto',
      "here: 'Auto' is not one of ['Manual', 'Prediction', 'Preannotation']",
    ],
    ['short list', { minItems: 6 }, [1, 2], 'here: [1, 2] is too short'],
    ['short text', { minLength: 1 }, '', "here: '' is too short"],
    ['under a bound', { minimum: 0 }, -3, 'here: -3 is less than the minimum of 0'],
    ['over a bound', { maximum: 100 }, 140, 'here: 140 is greater than the maximum of 100'],
    ['bad time', { pattern: timePattern }, '2021-11-02', 'here: 2021-11-02  does not match YYYY-MM-DDTHH:MM:SS.fffZ'],
    [
      'time without decimals',
      { pattern: timePattern },
      '2021-11-02T10:00:00Z',
      'here: 2021-11-02T10:00:00Z  does not match YYYY-MM-DDTHH:MM:SS.fffZ',
    ],
    ['bad e-mail', { pattern: emailPattern }, 'nobody', 'here: nobody  invalid email'],
    ['other pattern', { propertyNames: { pattern: '^[0-9]+$' } }, { x3: '' }, 'here: x3 does not match ^[0-9]+$'],
    ['NaN', { type: 'number' }, Number.NaN, 'here: NaN is not a valid float'],
    ['infinity', {}, Number.POSITIVE_INFINITY, 'here: inf is not a valid float'],
    [
      'no alternative',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { a: 'x' },
      "here: {'a': 'x'} is not valid under any of the given schemas",
    ],
    [
      'nested',
      { properties: { points: { items: { type: 'number' } } } },
      { points: [1, 'x'] },
      "here.points[1]: 'x' is not of type 'number'",
    ],
    ['quotes', { type: 'number' }, "it's", `here: "it's" is not of type 'number'`],
  ])('say it about a %s', (_what, schema, value, text) => {
    expect(problems(schema, value)).toEqual([text]);
  });

  it.each(['a@b', 'ann.b+c@example.co.uk', `${'x'.repeat(64)}@example.com`])('accept the e-mail %s', email => {
    expect(problems({ pattern: emailPattern }, email)).toEqual([]);
  });

  it.each(['', 'a@', '@b', 'a b@c', 'a@b..c', `${'x'.repeat(65)}@example.com`, `a@${'x'.repeat(260)}`])(
    'refuse the e-mail %j',
    email => {
      expect(problems({ pattern: emailPattern }, email)).toHaveLength(1);
    },
  );
});

describe('alternatives', () => {
  const of = (type: string, rest: object): JsonSchema => ({
    required: ['type'],
    properties: { type: { const: type }, ...rest },
  });
  const schema: JsonSchema = { oneOf: [of('a', { x: { type: 'number' } }), of('b', { y: { type: 'string' } })] };

  it('check an entry against the schema of its own type only', () => {
    expect(problems(schema, { type: 'a', x: 'no', y: 1 })).toEqual(["here.x: 'no' is not of type 'number'"]);
    expect(problems(schema, { type: 'b', x: 'no', y: '1' })).toEqual([]);
  });

  it('say when there is no type, an unknown one, or no object', () => {
    expect(problems(schema, {})).toEqual(['here: type required']);
    expect(problems(schema, { type: 'c' })).toEqual(['here: invalid type']);
    expect(problems(schema, 3)).toEqual(["here: 3 is not of type 'object'"]);
  });

  it('find the type in meta where the alternatives have it there', () => {
    const video: JsonSchema = {
      oneOf: [{ properties: { meta: { properties: { type: { const: 'event' }, start: { type: 'integer' } } } } }],
    };
    expect(problems(video, { meta: { type: 'x' } })).toEqual(['here: invalid meta.type']);
    expect(problems(video, {})).toEqual(["here: 'meta' is a required property"]);
    expect(problems(video, { meta: { type: 'event', start: 0.5 } })).toEqual([
      "here.meta.start: 0.5 is not of type 'integer'",
    ]);
  });
});
