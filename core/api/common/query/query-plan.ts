/** Operators of both grammars. */
export const OPERATORS = [
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$cont',
  '$excl',
  '$starts',
  '$ends',
  '$in',
  '$notin',
  '$isnull',
  '$notnull',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Operators that take no value. */
export const EMPTY_VALUE_OPERATORS: ReadonlySet<string> = new Set<Operator>(['$isnull', '$notnull']);
/** Operators that take a list. */
export const ARRAY_OPERATORS: ReadonlySet<string> = new Set<Operator>(['$in', '$notin']);
/** Parts the elements of a list in a query string. */
export const ARRAY_DELIMITER = ',';
/** Parts field, operator and value in a query string. */
export const CONDITION_DELIMITER = '||';

/** One field against one value; the value has the type of the field's kind (`time` is a Date). */
export interface Comparison {
  readonly kind: 'comparison';
  readonly field: string;
  readonly operator: Operator;
  readonly value: QueryValue | readonly QueryValue[] | undefined;
}
export type QueryValue = string | number | boolean | Date;

export type Condition = Comparison | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] };

export interface QueryJoin {
  readonly field: string;
  readonly select: readonly string[] | undefined;
}

export interface QuerySort {
  readonly field: string;
  readonly descending: boolean;
}

/** A query after its checks: names are allowed, values have their types. */
export interface QueryPlan {
  /** Undefined: everything. */
  readonly condition: Condition | undefined;
  readonly joins: readonly QueryJoin[];
  readonly sorts: readonly QuerySort[];
  /** Undefined: all fields. */
  readonly fields: readonly string[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** True when the query joins the relation. */
export const joins = (plan: QueryPlan, field: string): boolean => plan.joins.some(each => each.field === field);
