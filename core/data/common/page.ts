/** Requested range of a list: `offset` rows are skipped, at most `limit` are answered. */
export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
}

/** One page and the number of all matches, not only those of the page. */
export interface Paged<T> {
  readonly data: readonly T[];
  readonly count: number;
}

/** One key of an order; earlier keys weigh more. */
export interface SortKey<Field extends string = string> {
  readonly field: Field;
  readonly descending: boolean;
}

/** A list's order, first key first. */
export type Sort<Field extends string = string> = readonly SortKey<Field>[];
