import type { Draw } from '#plugins/analyze/analytics/web/kit/index.ts';
import { chartColors, chartStyle } from '#plugins/analyze/analytics/web/kit/index.ts';
import type { ChartRow } from '../../common/api.ts';
import type { Chart } from '../../common/chart.ts';
import { drawnValue, isDated, orderedParts } from '../../common/chart-points.ts';
import type { ScatterPoint } from '../../common/chart-points.ts';

/** Parts of a chart of bars that are drawn; the table has all. */
export const MOST_PARTS = 25;

/** Cells of a heat map that carry their number, at most. */
const MOST_NUMBERS = 150;

/**
 * Place on the scale of blues, from 0 to 1, up to which black has more contrast than white: each has at least 4.5 to 1
 * on its side.
 */
const BLACK_UP_TO = 0.72;

/** A name and its colour. */
export interface LegendEntry {
  readonly label: string;
  readonly color: string;
}

/** The colours of the second breakdown, or of the first one where its things have their own. */
export function legendOf(rows: readonly ChartRow[]): readonly LegendEntry[] {
  const own = new Map(rows.filter(each => each.and_label !== null).map(each => [each.and_label!, each.and_color]));
  return [...own].map(([label, color], at) => ({ label, color: color ?? chartColors[at % chartColors.length]! }));
}

interface Point {
  readonly part: string;
  readonly day: Date;
  readonly value: number;
  readonly of: string;
  readonly color: string;
}

const numberText = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 1 });

/** Makes the drawing of a chart from its values. */
export function drawChart(
  { kind, measure, by, unit }: Chart,
  rows: readonly ChartRow[],
  legend: readonly LegendEntry[],
): Draw {
  const parts = orderedParts(rows, by);
  const shown = new Set(isDated(by) ? parts : parts.slice(0, MOST_PARTS));
  const points = rows
    .filter(row => shown.has(row.label))
    .map((row): Point => ({
      part: row.label,
      day: new Date(`${row.label}T00:00:00`),
      value: drawnValue(measure, row.value),
      of: row.and_label ?? '',
      color: row.color ?? chartColors[0],
    }));
  const split = legend.length > 0;
  const color = { domain: legend.map(each => each.label), range: legend.map(each => each.color) };
  const fill = split ? 'of' : (each: Point): string => each.color;
  const tip = {
    title: (each: Point): string => `${each.part}${split ? `\n${each.of}` : ''}\n${numberText(each.value)}`,
    tip: true,
  };
  const domain = parts.filter(each => shown.has(each));
  if (kind === 'heat') {
    const values = points.map(each => each.value);
    const [from, to] = [Math.min(0, ...values), Math.max(0, ...values)];
    return (plot, size) =>
      plot.plot({
        ...size,
        height: Math.max(size.height, domain.length * 22 + 60),
        marginLeft: 130,
        marginBottom: 60,
        marginTop: 8,
        style: chartStyle,
        padding: 0.04,
        x: { label: null, tickRotate: legend.length > 4 ? -30 : 0, tickSize: 0 },
        y: { label: null, domain, tickSize: 0, tickFormat: shortened },
        color: { type: 'linear', scheme: 'Blues', domain: [from, to || 1] },
        marks: [
          plot.cell(points, { x: 'of', y: 'part', fill: 'value', ...tip }),
          ...(points.length > MOST_NUMBERS
            ? []
            : [
                plot.text(points, {
                  x: 'of',
                  y: 'part',
                  text: (each: Point) => numberText(each.value),
                  fill: (each: Point) => (each.value - from > (to - from) * BLACK_UP_TO ? '#ffffff' : '#000000'),
                }),
              ]),
        ],
      });
  }
  if (kind === 'bar' && !isDated(by)) {
    return (plot, size) =>
      plot.plot({
        ...size,
        height: Math.max(120, domain.length * 24 + 40),
        marginLeft: 130,
        marginRight: 40,
        marginTop: 4,
        style: chartStyle,
        x: { label: null, grid: true, ticks: 4, tickFormat: 's' },
        y: { label: null, domain, tickSize: 0, tickFormat: shortened },
        ...(split ? { color } : {}),
        marks: [
          plot.barX(points, { y: 'part', x: 'value', fill, insetTop: 3, insetBottom: 3, ...tip }),
          plot.ruleX([0], { stroke: 'var(--loupe-line-strong)' }),
        ],
      });
  }
  const dated = isDated(by);
  const x = dated
    ? { type: 'time' as const, label: null, tickSize: 3 }
    : { type: 'point' as const, domain, label: null, tickRotate: -30, tickFormat: shortened };
  const stroke = split ? 'of' : chartColors[0];
  const place = dated ? 'day' : 'part';
  return (plot, size) =>
    plot.plot({
      ...size,
      marginLeft: 46,
      marginBottom: dated ? 28 : 70,
      marginTop: 10,
      style: chartStyle,
      x,
      y: { label: null, grid: true, ticks: 5, tickFormat: 's', zero: true },
      ...(split ? { color } : {}),
      marks:
        kind === 'bar'
          ? [
              plot.rectY(points, { x: 'day', interval: unit, y: 'value', fill: split ? 'of' : chartColors[0], ...tip }),
              plot.ruleY([0], { stroke: 'var(--loupe-line-strong)' }),
            ]
          : kind === 'area'
            ? [
                plot.areaY(points, plot.stackY({ x: place, y: 'value', fill: stroke, fillOpacity: 0.8 })),
                plot.tip(points, plot.pointerX(plot.stackY({ x: place, y: 'value', title: tip.title }))),
              ]
            : [
                plot.lineY(points, { x: place, y: 'value', stroke, strokeWidth: 1.8, sort: place }),
                plot.dot(points, { x: place, y: 'value', fill: stroke, r: 2.5, ...tip }),
              ],
    });
}

const shortened = (text: string): string => (text.length > 20 ? `${text.slice(0, 19)}…` : text);

/** Makes the drawing of a scatter chart. */
export function drawScatter(points: readonly ScatterPoint[], labels: { readonly x: string; readonly y: string }): Draw {
  return (plot, size) =>
    plot.plot({
      ...size,
      height: Math.max(size.height, 280),
      marginLeft: 56,
      marginBottom: 40,
      style: chartStyle,
      inset: 8,
      x: { label: labels.x, grid: true, zero: true, ticks: 5, tickFormat: 's' },
      y: { label: labels.y, grid: true, zero: true, ticks: 5, tickFormat: 's' },
      marks: [
        plot.dot(points, {
          x: 'x',
          y: 'y',
          fill: chartColors[0],
          fillOpacity: 0.75,
          r: 5,
          title: (each: ScatterPoint) =>
            `${each.label}\n${labels.x}: ${numberText(each.x)}\n${labels.y}: ${numberText(each.y)}`,
          tip: true,
        }),
        ...(points.length <= 12
          ? [plot.text(points, { x: 'x', y: 'y', text: (each: ScatterPoint) => shortened(each.label), dy: -12 })]
          : []),
      ],
    });
}
