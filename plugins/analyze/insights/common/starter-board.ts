import type { Chart } from './chart.ts';

const chart = (id: string, title: string, part: Pick<Chart, 'kind' | 'measure'> & Partial<Chart>): Chart => ({
  id,
  title,
  aggregation: 'sum',
  by: null,
  and: null,
  unit: 'day',
  against: null,
  ...part,
});

/** The charts of a project that has no board yet: progress, who did it, and what was found. */
export const starterCharts = (timed: boolean): readonly Chart[] => [
  chart('progress', 'Items by status', { kind: 'bar', measure: 'items', by: 'status' }),
  chart('changes', 'Status changes by day', { kind: 'line', measure: 'transitions', by: 'acted', and: 'person' }),
  chart('classes', 'Objects by class', { kind: 'bar', measure: 'objects', by: 'class' }),
  chart('people', 'Objects by class and person', { kind: 'heat', measure: 'objects', by: 'class', and: 'person' }),
  ...(timed ? [chart('time', 'Active time by person', { kind: 'bar', measure: 'time', by: 'person' })] : []),
];
