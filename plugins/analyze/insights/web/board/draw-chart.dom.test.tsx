import * as plot from '@observablehq/plot';
import { expect, it } from 'vitest';
import type { ChartRow } from '../../common/api.ts';
import type { Chart } from '../../common/chart.ts';
import { drawChart, legendOf } from './draw-chart.ts';

const heat: Chart = {
  id: 'a',
  title: 'Objects by class and person',
  kind: 'heat',
  measure: 'objects',
  aggregation: 'sum',
  by: 'class',
  and: 'person',
  unit: 'day',
  against: null,
};

const row = (label: string, value: number): ChartRow => ({
  key: label,
  label,
  and_key: '1',
  and_label: 'Ana',
  value,
  items: 1,
  color: null,
  and_color: null,
  query: null,
});

/** Relative luminance by WCAG 2.2, from 0 for black to 1 for white. */
function luminance(color: string): number {
  const [red, green, blue] = (
    color.startsWith('#')
      ? color.match(/[0-9a-f]{2}/g)!.map(each => parseInt(each, 16))
      : color.match(/\d+/g)!.map(Number)
  )
    .map(each => each / 255)
    .map(each => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

it.each([
  ['from 0', Array.from({ length: 21 }, (_, at) => at * 5)],
  ['below 0 too', Array.from({ length: 21 }, (_, at) => at * 5 - 30)],
  ['of one kind', [0, 0]],
])('should write numbers on a heat map that can be read, for values %s', (_, values) => {
  const rows = values.map((value, at) => row(`Class ${at}`, value));
  const drawn = drawChart(heat, rows, legendOf(rows))(plot, { width: 600, height: 400 });
  const fills = (selector: string): readonly string[] =>
    [...drawn.querySelectorAll(selector)].map(each => each.getAttribute('fill')!);
  const cells = fills('g[aria-label="cell"] rect');
  const numbers = fills('g[aria-label="text"] text');
  expect([cells.length, numbers.length]).toEqual([values.length, values.length]);
  for (const [at, cell] of cells.entries()) {
    const [dark, light] = [luminance(cell), luminance(numbers[at]!)].toSorted((one, other) => one - other);
    expect((light! + 0.05) / (dark! + 0.05)).toBeGreaterThanOrEqual(4.5);
  }
});
