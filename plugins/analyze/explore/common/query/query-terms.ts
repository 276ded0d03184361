import type { Expression, Query, Range } from './expression.ts';
import { printExpression, printQuery } from './print-query.ts';

/** The range of terms that were made, not read from a text. */
export const NOWHERE: Range = [0, 0];

/** Returns the conditions of a query that all have to hold: one chip each. */
export function termsOf({ condition }: Pick<Query, 'condition'>): readonly Expression[] {
  if (condition === undefined) return [];
  return condition.kind === 'and' ? condition.parts : [condition];
}

/** Returns the query with other conditions in place of its own; order, limit and sample stay. */
export function withTerms(query: Query, terms: readonly Expression[]): Query {
  const condition: Expression | undefined = terms.length < 2 ? terms[0] : { kind: 'and', parts: terms, range: NOWHERE };
  return { ...query, condition };
}

/** A part of a query that can be removed on its own. */
export interface QueryChip {
  readonly text: string;
  /** Text of the query without this part. */
  readonly without: string;
}

/** Returns the parts of a query in order: its conditions, then order, limit and sample. */
export function chipsOf(query: Query): readonly QueryChip[] {
  const terms = termsOf(query);
  const { limit, random, ...plain } = query;
  const clauses: readonly (readonly [own: Query, rest: Query])[] = [
    ...(query.order.length === 0
      ? []
      : [
          [
            { condition: undefined, order: query.order },
            { ...query, order: [] },
          ] as const,
        ]),
    ...(limit === undefined
      ? []
      : [
          [
            { condition: undefined, order: [], limit },
            { ...plain, ...(random === undefined ? {} : { random }) },
          ] as const,
        ]),
    ...(random === undefined
      ? []
      : [
          [
            { condition: undefined, order: [], random },
            { ...plain, ...(limit === undefined ? {} : { limit }) },
          ] as const,
        ]),
  ];
  return [
    ...terms.map((term, index) => ({
      text: printExpression(term),
      without: printQuery(withTerms(query, terms.toSpliced(index, 1))),
    })),
    ...clauses.map(([own, rest]) => ({ text: printQuery(own), without: printQuery(rest) })),
  ];
}
