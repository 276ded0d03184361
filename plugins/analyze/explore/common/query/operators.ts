import type { Field } from './fields.ts';

/** The operators that fields of a kind take. */
export const OPERATORS: Readonly<Record<Field['kind'], ReadonlySet<string>>> = {
  text: new Set(['=', '!=', 'in', 'contains', 'starts', 'ends', 'matches', 'empty']),
  folded: new Set(['=', '!=', 'in', 'contains', 'starts', 'ends', 'matches', 'empty']),
  number: new Set(['=', '!=', '>', '<', '>=', '<=', 'in', 'between', 'empty']),
  boolean: new Set(['=', '!=', 'empty']),
  date: new Set(['=', '!=', '>', '<', '>=', '<=', 'in', 'between', 'empty']),
  choice: new Set(['=', '!=', 'in', 'contains', 'starts', 'ends', 'empty']),
  attribute: new Set([
    '=',
    '!=',
    '>',
    '<',
    '>=',
    '<=',
    'in',
    'between',
    'contains',
    'starts',
    'ends',
    'matches',
    'empty',
  ]),
  any: new Set(['=', '!=', '>', '<', '>=', '<=', 'in', 'between', 'contains', 'starts', 'ends', 'matches', 'empty']),
};

/** Returns the operators a field takes, as they are written. */
export function operatorsOf(kind: Field['kind']): readonly string[] {
  const words: Readonly<Record<string, readonly string[]>> = {
    in: ['IN', 'NOT IN'],
    contains: ['CONTAINS', 'NOT CONTAINS'],
    starts: ['STARTS WITH'],
    ends: ['ENDS WITH'],
    matches: ['MATCHES'],
    between: ['BETWEEN'],
    empty: ['IS EMPTY', 'IS NOT EMPTY'],
  };
  return [...OPERATORS[kind]].flatMap(each => words[each] ?? [each]);
}

/** Operators as they are shown in messages. */
export const SHOWN: Readonly<Record<string, string>> = {
  in: 'IN',
  contains: 'CONTAINS',
  starts: 'STARTS WITH',
  ends: 'ENDS WITH',
  matches: 'MATCHES',
  between: 'BETWEEN',
  empty: 'IS EMPTY',
};
