import {
  constantFrom,
  integer,
  letrec,
  oneof,
  option,
  record,
  string,
  tuple,
  array,
  constant,
  boolean,
} from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { Expression, Range, Value } from './expression.ts';
import { countNames, functionNames, valueFunctions } from './expression.ts';
import { isBareValue } from './print-query.ts';

const range: Range = [0, 0];

export const name: Arbitrary<string> = oneof(
  constantFrom('name', 'status', 'any', 'and', 'Order', 'größe', 'a-b', 'x_1'),
  string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 8 }).filter(each => !each.includes('`')),
);
export const value: Arbitrary<Value> = oneof(
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
export const operator = constantFrom('=', '!=', '>', '<', '>=', '<=') as Arbitrary<'='>;
export const { expression } = letrec<{ expression: Expression; leaf: Expression }>(tie => ({
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
