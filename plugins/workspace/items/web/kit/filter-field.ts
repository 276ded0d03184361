import type { Operator } from '#core/api/common/index.ts';
import { messages } from '../messages.ts';

/** Kind of a filter: a `time` is a moment of which the day is asked, a `day` has no hour. */
export type FilterKind = 'text' | 'choice' | 'number' | 'time' | 'day' | 'flag';

export interface FilterChoice {
  readonly value: string;
  readonly label: string;
}

/** A field by which lists of items are filtered; `name` is the one of the query. */
export interface FilterField {
  readonly name: string;
  readonly title: string;
  readonly kind: FilterKind;
  readonly choices?: readonly FilterChoice[];
  /** Items may have no value in it. */
  readonly empty?: boolean;
}

export interface FilterOperator {
  readonly operator: Operator;
  readonly title: string;
}

const EMPTY: FilterOperator = { operator: '$isnull', title: messages.filterField.isEmpty };

/** Operators by what a field holds. */
const OPERATORS: Readonly<Record<FilterKind, readonly FilterOperator[]>> = {
  text: [
    { operator: '$cont', title: 'contains' },
    { operator: '$excl', title: messages.filterField.doesNotContain },
  ],
  choice: [
    { operator: '$in', title: 'is' },
    { operator: '$notin', title: messages.filterField.isNot },
  ],
  number: [
    { operator: '$eq', title: '=' },
    { operator: '$ne', title: '≠' },
    { operator: '$gt', title: '>' },
    { operator: '$lt', title: '<' },
  ],
  time: [
    { operator: '$eq', title: 'is' },
    { operator: '$lt', title: 'before' },
    { operator: '$gt', title: 'after' },
  ],
  day: [
    { operator: '$eq', title: 'is' },
    { operator: '$lt', title: 'before' },
    { operator: '$gt', title: 'after' },
  ],
  flag: [{ operator: '$eq', title: 'is' }],
};

/** The operators a field takes; "is empty" only where a value may be missing. */
export const operatorsOf = ({ kind, empty }: FilterField): readonly FilterOperator[] =>
  empty === true ? [...OPERATORS[kind], EMPTY] : OPERATORS[kind];
