import {
  assert,
  constantFrom,
  integer,
  letrec,
  oneof,
  option,
  property,
  record,
  string,
  tuple,
  array,
  constant,
  boolean,
} from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Expression, Query, Range, Value } from './expression.ts';
import { countNames, functionNames, valueFunctions } from './expression.ts';
import { parseQuery } from './parse-query.ts';
import { isBareValue, printQuery } from './print-query.ts';
import { emptySchema } from './query-schema.ts';
import type { QuerySchema } from './query-schema.ts';
import { resolveQuery } from './resolve-query.ts';

const range: Range = [0, 0];
const schema: QuerySchema = {
  ...emptySchema('me@x.io', new Date('2026-03-15T12:00:00Z')),
  statuses: [
    { id: 1, name: 'NotStarted' },
    { id: 5, name: 'Completed' },
  ],
  roles: [
    { id: 1, name: 'Annotator' },
    { id: 2, name: 'QA' },
  ],
  classes: [
    {
      id: 7,
      name: 'Car',
      type: 1,
      groups: [{ id: 8, name: 'Color', type: 'radio', attributes: [{ id: 9, name: 'Black' }] }],
    },
  ],
  custom: [{ name: 'age', type: 'number' }],
  folders: [{ id: 3, name: 'root' }],
};
const problems = (text: string): readonly string[] => {
  const parsed = parseQuery(text);
  return (parsed.problems.length > 0 ? parsed.problems : resolveQuery(parsed.query, schema).problems).map(
    each => each.message,
  );
};

/** The same without places, which printing does not keep. */
const placeless = (query: Query): unknown =>
  JSON.parse(JSON.stringify(query, (key, value: unknown) => (key === 'range' ? undefined : value)));

const name: Arbitrary<string> = oneof(
  constantFrom('name', 'status', 'any', 'and', 'Order', 'größe', 'a-b', 'x_1'),
  string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 8 }).filter(each => !each.includes('`')),
);
const value: Arbitrary<Value> = oneof(
  string({ unit: 'grapheme', maxLength: 12 }).map((text): Value => ({
    kind: 'text',
    text,
    quoted: !isBareValue(text) || text === '',
    range,
  })),
  constantFrom('true', 'John Smith', '-5.5', '2026-03-01', 'a@x.io').map((text): Value => ({
    kind: 'text',
    text,
    quoted: false,
    range,
  })),
  string({ maxLength: 8 }).map((text): Value => ({ kind: 'text', text, quoted: true, range })),
  tuple(constantFrom(...valueFunctions), option(integer({ min: 0, max: 99 }), { nil: undefined })).map(
    ([each, amount]): Value => ({ kind: 'computed', name: each, ...(amount === undefined ? {} : { amount }), range }),
  ),
);
const operator = constantFrom('=', '!=', '>', '<', '>=', '<=') as Arbitrary<'='>;
const { expression } = letrec<{ expression: Expression; leaf: Expression }>(tie => ({
  leaf: oneof(
    tuple(array(name, { minLength: 1, maxLength: 3 }), operator, value).map(([names, each, single]): Expression => ({
      kind: 'cmp',
      field: { names, range },
      operator: each,
      negated: false,
      list: false,
      values: [single],
      range,
    })),
    tuple(name, constantFrom('in', 'contains') as Arbitrary<'in'>, boolean(), array(value, { maxLength: 3 })).map(
      ([each, word, negated, values]): Expression => ({
        kind: 'cmp',
        field: { names: [each], range },
        operator: word,
        negated,
        list: true,
        values,
        range,
      }),
    ),
    tuple(name, boolean(), value, value).map(([each, negated, low, high]): Expression => ({
      kind: 'cmp',
      field: { names: [each], range },
      operator: 'between',
      negated,
      list: false,
      values: [low, high],
      range,
    })),
    tuple(name, boolean()).map(([each, negated]): Expression => ({
      kind: 'cmp',
      field: { names: [each], range },
      operator: 'empty',
      negated,
      list: false,
      values: [],
      range,
    })),
    tuple(constantFrom(...functionNames), array(value, { maxLength: 2 })).map(([each, values]): Expression => ({
      kind: 'call',
      name: each,
      arguments: values.map(one => ({ kind: 'value', value: one })),
      range,
    })),
  ),
  expression: oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf') as Arbitrary<Expression>,
    tuple(
      constantFrom('and', 'or') as Arbitrary<'and'>,
      array(tie('expression') as Arbitrary<Expression>, { minLength: 2, maxLength: 3 }),
    ).map(([kind, parts]): Expression => ({ kind, parts, range })),
    (tie('expression') as Arbitrary<Expression>).map((part): Expression => ({ kind: 'not', part, range })),
    record({
      kind: constant('scope' as const),
      scope: constantFrom('instance' as const, 'assignment' as const, 'comment' as const),
      names: array(name, { maxLength: 1 }),
      quantifier: constantFrom('any' as const, 'all' as const, 'none' as const),
      inner: option(tie('expression') as Arbitrary<Expression>, { nil: undefined }),
      range: constant(range),
    }),
    tuple(
      constantFrom(...countNames),
      option(tie('expression') as Arbitrary<Expression>, { nil: undefined }),
      operator,
      integer({ min: 0, max: 50 }),
    ).map(([each, inner, sign, amount]): Expression => ({
      kind: 'count',
      name: each,
      inner,
      operator: sign,
      amount,
      range,
    })),
  ),
}));

describe('reading and printing', () => {
  it('gives the same tree again, whatever was printed', () => {
    assert(
      property(
        expression,
        option(record({ count: integer({ min: 0, max: 99 }), offset: integer({ min: 0, max: 9 }) }), {
          nil: undefined,
        }),
        (condition, limit) => {
          const query: Query = {
            condition,
            order: [{ key: { names: ['name'], range }, descending: true }],
            ...(limit === undefined ? {} : { limit }),
          };
          const text = printQuery(query);
          const { query: again, problems: found } = parseQuery(text);
          if (found.some(each => ['TOO_LONG', 'TOO_DEEP', 'TOO_MANY_TERMS'].includes(each.code))) return;
          expect(found, text).toEqual([]);
          expect(placeless(again), text).toEqual(placeless(query));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never throws, whatever the text', () => {
    assert(
      property(
        oneof(
          string({ unit: 'binary' }),
          array(
            constantFrom(
              'metadata',
              '(',
              ')',
              '[',
              ']',
              'AND',
              'OR',
              'NOT',
              '=',
              'status',
              ',',
              '"',
              'ORDER',
              'BY',
              'LIMIT',
              '5',
              '{',
              '}',
              'instance.none(',
              'now()',
            ),
          ).map(words => words.join(' ')),
        ),
        text => {
          const { query, problems: found } = parseQuery(text);
          if (found.length === 0) resolveQuery(query, schema);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('takes keywords in any case, comments, and both spellings of signs', () => {
    expect(
      printQuery(
        parseQuery(
          'metadata( name == a ) and not comments(resolved<>true) -- only these\n order by name desc, instanceCount() limit 5 offset 2',
        ).query,
      ),
    ).toBe('metadata(name = a) AND NOT comment(resolved != true) ORDER BY name DESC, instanceCount() LIMIT 5 OFFSET 2');
    expect(printQuery(parseQuery('priority => 5 AND priority =< 9 RANDOM (20, 7)').query)).toBe(
      'priority >= 5 AND priority <= 9 RANDOM (20, 7)',
    );
  });
});

describe('problems', () => {
  it.each([
    ['instance(clasName = Car)', ['Unknown field “clasName” in instance. Did you mean “className”?']],
    ['metadata(name = )', ['Expected a value after =']],
    ['metadata(name = a', ['“)” is missing']],
    ['metadata(status = Done)', ['Status “Done” does not exist in this workflow']],
    ['metadata(status = Complete)', ['Status “Complete” does not exist in this workflow. Did you mean “Completed”?']],
    ['metadata(name IN a)', ['IN needs a list, e.g. [a, b]']],
    ['metadata(name CONTAINS none)', ['Invalid name value']],
    [
      'metadata(width = = ) AND metadata(status = ) OR instance(',
      ['Expected a value after =', 'Expected a value after =', '“)” is missing', 'Expected a condition'],
    ],
    ['height > 1.2 * width', ['“*” is not part of the query language. Put values that contain it in quotes']],
    ['width > wide', ['width needs a number, e.g. 10']],
    ['createdAt > yesterday', ['createdAt needs a date, e.g. 2026-03-01 or daysAgo(7)']],
    ['pinned > true', ["> can't be used with pinned"]],
    ['custom.agee > 3', ['Unknown field “agee” in custom. Did you mean “age”?']],
    ['assignment.Qa2(email = a)', ['Role “Qa2” does not exist in this workflow. Did you mean “QA”?']],
    ['timeSpent > 5', ['Unknown field “metadata.timeSpent”: it needs time tracking, which is not installed here']],
    ['score.Quality(value > 4)', ['Unknown field “score”: it needs scores of items, which is not installed here']],
    ['createdBy = a', ['“createdBy” is a field of instance and comment. Say which, e.g. instance(createdBy = …)']],
    ['name MATCHES "(a+)+"', ["The pattern can't be used: what is repeated cannot hold repetitions itself"]],
    ['name MATCHES "(.)\\\\1"', ["The pattern can't be used: references to earlier groups cannot be used"]],
    [`${'('.repeat(17)}name = a${')'.repeat(17)}`, ['Brackets are nested more than 16 deep']],
    [Array.from({ length: 65 }, () => 'name = a').join(' AND '), ['A query has at most 64 conditions']],
    [`name = ${'a'.repeat(9000)}`, ['A query has at most 8 KiB']],
    [`id IN [${Array.from({ length: 501 }, (_, index) => index).join(', ')}]`, ['A list has at most 500 entries']],
  ])('%s', (text, expected) => expect(problems(text).slice(0, 4)).toEqual(expected));

  it('lets lists of names be long, as the public client sends them for subsets', () => {
    expect(
      problems(
        `metadata(name IN [${Array.from({ length: 5000 }, (_, index) => `'image_${index}.png'`).join(', ')}]) AND folderName=root`,
      ),
    ).toEqual([]);
  });

  it('only warns of names the project does not know, with near ones', () => {
    const { problems: found, warnings } = resolveQuery(parseQuery('instance(className = Cart)').query, schema);
    expect([found, warnings.map(each => each.message)]).toEqual([
      [],
      ['Class “Cart” does not exist in this project. Did you mean “Car”?'],
    ]);
  });

  it('tells where each problem is', () =>
    expect(parseQuery('metadata(name = )').problems[0]).toMatchObject({ from: 16, to: 17 }));
});

describe('a text full of mistakes', () => {
  it('is told a hundred of them', () => {
    for (const text of [
      '§'.repeat(2_000_000),
      'a '.repeat(1_000_000),
      ') '.repeat(1_000_000),
      `status IN (${'x, '.repeat(1000)}x)`,
    ]) {
      const found = problems(text);
      expect(found.length).toBeGreaterThan(0);
      expect(found.length).toBeLessThanOrEqual(101);
    }
  }, 60_000);

  it('is one with more than five things to order by', () => {
    expect(problems('ORDER BY name, id, width, height, size')).toEqual([]);
    expect(problems('ORDER BY name, id, width, height, size, name')).toEqual([
      'Results are ordered by at most 5 things',
    ]);
  });
});
