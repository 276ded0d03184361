import type { ChartRow } from './api.ts';
import type { ChartQuestion } from './chart.ts';

const HOUR_MS = 3_600_000;

/** True for breakdowns whose values are days. */
export const isDated = (by: string | null): boolean => by === 'created' || by === 'acted';

/** A value as charts draw it: times in hours. */
export const drawnValue = (measure: string, value: number): number => (measure === 'time' ? value / HOUR_MS : value);

/** Returns the unit of a measure, for axes and heads of tables. */
export function measureUnit(
  { measure, aggregation }: Pick<ChartQuestion, 'measure' | 'aggregation'>,
  title: string,
): string {
  const unit = measure === 'time' ? `${title}, hours` : title;
  return aggregation === 'sum' ? unit : `${unit} (${aggregation} per item)`;
}

/** A point of a scatter chart: one part with its values of two measures. */
export interface ScatterPoint {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly query: string | null;
}

/** Joins the values of two measures by their parts; a part that one of them lacks has 0 there. */
export function scatterPoints(across: readonly ChartRow[], up: readonly ChartRow[]): readonly ScatterPoint[] {
  const keys = [...new Set([...across, ...up].map(each => each.key))];
  const of = (rows: readonly ChartRow[]): ReadonlyMap<string, ChartRow> => new Map(rows.map(row => [row.key, row]));
  const [xs, ys] = [of(across), of(up)];
  return keys.map(key => {
    const [x, y] = [xs.get(key), ys.get(key)];
    return { label: (x ?? y)!.label, x: x?.value ?? 0, y: y?.value ?? 0, query: (x ?? y)!.query };
  });
}

/** Parts of a chart in the order in which they are drawn: days by time, others by their value together. */
export function orderedParts(rows: readonly ChartRow[], by: string | null): readonly string[] {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(row.label, (totals.get(row.label) ?? 0) + row.value);
  const parts = [...totals];
  return (
    isDated(by)
      ? parts.toSorted(([one], [other]) => (one < other ? -1 : 1))
      : parts.toSorted(([, one], [, other]) => other - one)
  ).map(([label]) => label);
}
