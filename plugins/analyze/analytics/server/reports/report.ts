import { itemsWithIds } from '../../common/query-text.ts';
import type { Report } from '../../common/report.ts';
import type { FigureScope } from '../figure-scope.ts';

/** A report of a scope, as of now; parts that are not named are empty. */
export const reportOn = <Row>(
  { filters }: FigureScope,
  parts: Partial<Pick<Report<Row>, 'cards' | 'series' | 'rows' | 'total_count'>>,
): Report<Row> => ({
  asOf: new Date().toISOString(),
  filters,
  cards: [],
  series: [],
  rows: [],
  total_count: parts.rows?.length ?? 0,
  ...parts,
});

/** Part of a total, 0 to 1; 0 of nothing. */
export const shareOf = (part: number, total: number): number => (total === 0 ? 0 : part / total);

/** Most items that a query names by their ids. */
export const MOST_NAMED = 300;

/** Returns the query of items by their ids within a scope; null for none. */
export function named(scope: FigureScope, ids: readonly number[] | null | undefined): string | null {
  const condition = itemsWithIds(ids ?? []);
  return condition === undefined ? null : scope.query(condition);
}
