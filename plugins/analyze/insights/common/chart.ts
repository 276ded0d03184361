import { plainDirection } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';

/**
 * Measures of a chart. Item fields and form components follow with their name: `field:Height`, `component:score`,
 * `length:answer`.
 */
export const plainMeasures = ['items', 'objects', 'time', 'transitions'] as const;
export type PlainMeasure = (typeof plainMeasures)[number];

/**
 * Breakdowns of a chart. Assignees may follow with a role: `assignee:2`; item fields follow with their name:
 * `field:Light`.
 */
export const plainBreakdowns = [
  'status',
  'approval',
  'folder',
  'category',
  'class',
  'person',
  'assignee',
  'created',
  'acted',
] as const;
export type PlainBreakdown = (typeof plainBreakdowns)[number];

export const aggregations = ['sum', 'mean', 'median', 'min', 'max'] as const;
export type Aggregation = (typeof aggregations)[number];
export const aggregationTitles: Readonly<Record<Aggregation, string>> = {
  sum: 'Sum',
  mean: 'Mean',
  median: 'Median',
  min: 'Minimum',
  max: 'Maximum',
};

export const dateUnits = ['day', 'week', 'month'] as const;
export type DateUnit = (typeof dateUnits)[number];

export const chartKinds = ['bar', 'line', 'area', 'heat', 'scatter', 'table'] as const;
export type ChartKind = (typeof chartKinds)[number];
export const chartKindTitles: Readonly<Record<ChartKind, string>> = {
  bar: 'Bars',
  line: 'Line',
  area: 'Area',
  heat: 'Heat map',
  scatter: 'Scatter',
  table: 'Table',
};

const name = z.string().max(300);
export const measure = z.union([
  z.enum(plainMeasures),
  name.regex(
    /^(field|component|length):./,
    'must be items, objects, time, transitions, or a field, component or length with its name',
  ),
]);
export const breakdown = z.union([
  z.enum(plainBreakdowns),
  name.regex(/^(field:.|assignee:\d{1,9}$)/, `must be one of ${plainBreakdowns.join(', ')}, or a field with its name`),
]);

/**
 * Question of a chart: values of a measure, put together by an aggregation, for each value of one or two breakdowns.
 */
export const chartQuestion = z.strictObject({
  measure,
  /** Over the items of each part; counts and times of one item are added up before. */
  aggregation: z.enum(aggregations).default('sum'),
  by: breakdown.nullable().default(null),
  /** A second breakdown: stacked parts, several lines, or the columns of a heat map. */
  and: breakdown.nullable().default(null),
  unit: z.enum(dateUnits).default('day'),
});
export type ChartQuestion = z.output<typeof chartQuestion>;

const title = z
  .string()
  .trim()
  .regex(...plainDirection)
  .min(1, 'must not be empty')
  .max(120, 'use at most 120 characters');

/** A chart of a board. */
export const chart = chartQuestion.extend({
  id: z.string().min(1).max(40),
  title,
  kind: z.enum(chartKinds),
  /** The other measure of a scatter chart; null for the others. */
  against: measure.nullable().default(null),
});
export type Chart = z.output<typeof chart>;

/** Most charts of a board, and boards of a project. */
export const limits = { charts: 40, boards: 100 } as const;

export const boardDraft = z.strictObject({
  name: title,
  charts: z.array(chart).max(limits.charts, `use at most ${limits.charts} charts`),
});
export type BoardDraft = z.output<typeof boardDraft>;
