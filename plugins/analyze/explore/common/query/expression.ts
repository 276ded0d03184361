/** Characters of the query text, from the first to after the last, counted in UTF-16 units. */
export type Range = readonly [from: number, to: number];

/** Scopes of the language; `object` … `entity` are instances of one kind (explore query 2). */
export const scopeNames = [
  'metadata',
  'instance',
  'object',
  'tag',
  'relationship',
  'event',
  'entity',
  'comment',
  'assignment',
  'component',
  'custom',
  'score',
  'history',
  'file',
] as const;
export type ScopeName = (typeof scopeNames)[number];

export const countNames = [
  'instanceCount',
  'objectCount',
  'tagCount',
  'relationshipCount',
  'eventCount',
  'entityCount',
  'commentCount',
  'assignmentCount',
  'historyCount',
  'rowCount',
] as const;
export type CountName = (typeof countNames)[number];

/** Functions of the language. */
export const functionNames = [
  'similarTo',
  'semantic',
  'hasText',
  'inSubset',
  'bookmarked',
  'duplicateOf',
  'overlaps',
  'within',
  'changed',
  'diverse',
] as const;
export type FunctionName = (typeof functionNames)[number];

export const valueFunctions = [
  'now',
  'today',
  'me',
  'daysAgo',
  'hoursAgo',
  'weeksAgo',
  'startOfWeek',
  'startOfMonth',
] as const;
export type ValueFunction = (typeof valueFunctions)[number];

export type Quantifier = 'any' | 'all' | 'none';
export type CompareOperator = '=' | '!=' | '>' | '<' | '>=' | '<=';

/** Text as written (what it means depends on the field it is compared with), or something to be computed. */
export type Value =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean; readonly range: Range }
  | { readonly kind: 'computed'; readonly name: ValueFunction; readonly amount?: number; readonly range: Range };

/** Names joined by dots, e.g. `assignment`, `QA`. */
export interface Path {
  readonly names: readonly string[];
  readonly range: Range;
}

/** One comparison of a field. `values` are as many as the operator takes. */
export interface Comparison {
  readonly kind: 'cmp';
  readonly field: Path;
  readonly operator: CompareOperator | 'in' | 'contains' | 'starts' | 'ends' | 'matches' | 'between' | 'empty';
  /** `NOT IN`, `NOT CONTAINS`, `NOT BETWEEN`, `IS NOT EMPTY`. */
  readonly negated: boolean;
  /** Written as `[a, b]`. */
  readonly list: boolean;
  readonly values: readonly Value[];
  readonly range: Range;
}

export interface Scope {
  readonly kind: 'scope';
  readonly scope: ScopeName;
  /** Names after the scope's name: a role, a component, a field. */
  readonly names: readonly string[];
  readonly quantifier: Quantifier;
  readonly inner: Expression | undefined;
  readonly range: Range;
}

export interface CountHead {
  readonly name: CountName;
  readonly inner: Expression | undefined;
}

export interface Count extends CountHead {
  readonly kind: 'count';
  readonly operator: CompareOperator;
  readonly amount: number;
  readonly range: Range;
}

export type Argument =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'list'; readonly values: readonly Value[] }
  | { readonly kind: 'block'; readonly inner: Expression };

export interface Call {
  readonly kind: 'call';
  readonly name: FunctionName;
  readonly arguments: readonly Argument[];
  readonly range: Range;
}

/** A condition as it was written; the same for the filter panel, natural language and saved views (explore query 5). */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[]; readonly range: Range }
  | { readonly kind: 'not'; readonly part: Expression; readonly range: Range }
  | Scope
  | Count
  | Call
  | Comparison;

export interface OrderKey {
  readonly key: Path | (CountHead & { readonly range: Range });
  readonly descending: boolean;
}

/** A whole query. Without a condition it means every item. */
export interface Query {
  readonly condition: Expression | undefined;
  readonly order: readonly OrderKey[];
  readonly limit?: { readonly count: number; readonly offset: number };
  readonly random?: { readonly count: number; readonly seed?: number };
}

/** Problem in a query, with its place; `suggestions` are similar names. */
export interface QueryProblem {
  readonly code: string;
  readonly message: string;
  readonly from: number;
  readonly to: number;
  readonly suggestions: readonly string[];
}
