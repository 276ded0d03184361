import { Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, LoadingSkeleton } from '#core/ui/web/index.ts';
import type { FigureFilter } from '#plugins/analyze/analytics/web/kit/index.ts';
import { Chart as Drawing, ExploreLink } from '#plugins/analyze/analytics/web/kit/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { ChartRow, Choice } from '../../common/api.ts';
import type { Chart } from '../../common/chart.ts';
import { drawnValue, measureUnit, scatterPoints } from '../../common/chart-points.ts';
import { InsightsClient } from '../insights-client.ts';
import classes from '../insights.module.css';
import { messages } from '../messages.ts';
import { drawChart, drawScatter, legendOf, MOST_PARTS } from './draw-chart.ts';

export interface ChartData {
  readonly rows: readonly ChartRow[] | undefined;
  /** Values of the other measure of a scatter chart. */
  readonly against: readonly ChartRow[] | undefined;
  readonly error: unknown;
}

/** The values of a chart. */
export function useChartData(
  { measure, aggregation, by, and, unit, against, kind }: Chart,
  filter: FigureFilter,
): ChartData {
  const project = useProject();
  const { api } = useService(InsightsClient);
  const place = {
    project_id: project.id,
    ...filter,
    folder_ids: [...(filter.folder_ids ?? [])],
    users: filter.users === undefined ? undefined : [...filter.users],
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const asked = (body: Parameters<typeof api.readChart>[0]['body'], enabled: boolean) => ({
    queryKey: ['insights', project.id, 'chart', body, filter],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.readChart({ query: place, body, signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
  const scattered = kind === 'scatter';
  const first = useQuery(asked({ measure, aggregation, by, and: scattered ? null : and, unit }, true));
  const second = useQuery(
    asked({ measure: against ?? measure, aggregation, by, and: null, unit }, scattered && against !== null),
  );
  return {
    rows: first.data?.rows,
    against: scattered ? second.data?.rows : undefined,
    error: first.error ?? (scattered ? second.error : null),
  };
}

interface ChartViewProps {
  readonly chart: Chart;
  readonly data: ChartData;
  readonly measures: readonly Choice[];
}

/** A chart as its kind draws it, or as a table. */
export function ChartView({ chart, data: { rows, against, error }, measures }: ChartViewProps): JSX.Element {
  const titleOf = (measure: string | null): string =>
    measures.find(each => each.value === measure)?.label ?? measure ?? '';
  const legend = useMemo(() => legendOf(rows ?? []), [rows]);
  const label = measureUnit(chart, titleOf(chart.measure));
  const other = measureUnit({ ...chart, measure: chart.against ?? chart.measure }, titleOf(chart.against));
  const draw = useMemo(() => {
    if (rows === undefined || (chart.kind === 'scatter' && against === undefined)) return undefined;
    const scaled = (measure: string, all: readonly ChartRow[]): readonly ChartRow[] =>
      all.map(each => ({ ...each, value: drawnValue(measure, each.value) }));
    return chart.kind === 'scatter'
      ? drawScatter(scatterPoints(scaled(chart.measure, rows), scaled(chart.against!, against!)), {
          x: label,
          y: other,
        })
      : drawChart(chart, rows, legend);
  }, [chart, rows, against, legend, label, other]);
  if (rows === undefined && error !== null)
    return (
      <Text className={classes['empty']} role="alert" c="var(--loupe-danger)" size="sm">
        {errorText(error)}
      </Text>
    );
  if (rows === undefined || draw === undefined)
    return <LoadingSkeleton h={220} label={messages.chartView.loadingTheChart} />;
  if (rows.length === 0) return <div className={classes['empty']}>{messages.chartView.nothingToCountYet}</div>;
  if (chart.kind === 'table') return <ValueTable rows={rows} chart={chart} label={label} />;
  const parts = new Set(rows.map(each => each.key)).size;
  return (
    <>
      <Drawing draw={draw} label={messages.chartView.titleLabelParts(chart.title, label, parts)} />
      {legend.length > 0 && !['heat', 'scatter'].includes(chart.kind) ? (
        <div className={classes['legend']}>
          {legend.slice(0, 20).map(each => (
            <span key={each.label}>
              <span className={classes['swatch']} style={{ background: each.color }} />
              {each.label}
            </span>
          ))}
        </div>
      ) : undefined}
      {chart.kind === 'bar' && parts > MOST_PARTS ? (
        <Text size="xs" c="var(--loupe-muted)" pt={4}>
          {messages.chartView.mostPartsLargestOfParts(MOST_PARTS, parts)}
        </Text>
      ) : undefined}
    </>
  );
}

function ValueTable({
  rows,
  chart,
  label,
}: {
  readonly rows: readonly ChartRow[];
  readonly chart: Chart;
  readonly label: string;
}): JSX.Element {
  const split = rows.some(each => each.and_label !== null);
  return (
    <div
      className={classes['scroll']}
      tabIndex={0}
      role="region"
      aria-label={messages.chartView.valuesOfTitle(chart.title)}
    >
      <Table stickyHeader verticalSpacing={4}>
        <Table.Thead bg="var(--loupe-surface)">
          <Table.Tr>
            <Table.Th>{messages.chartView.part}</Table.Th>
            {split ? <Table.Th>{messages.chartView.and}</Table.Th> : undefined}
            <Table.Th className={classes['number']}>{label}</Table.Th>
            <Table.Th className={classes['number']}>{messages.chartView.items}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={`${row.key}\n${row.and_key ?? ''}`}>
              <Table.Td>{row.label}</Table.Td>
              {split ? <Table.Td>{row.and_label}</Table.Td> : undefined}
              <Table.Td className={classes['number']}>
                {drawnValue(chart.measure, row.value).toLocaleString('en', { maximumFractionDigits: 2 })}
              </Table.Td>
              <Table.Td className={classes['number']}>
                <ExploreLink query={row.query} label={messages.chartView.itemsOfTheItemsOfLabel(row.items, row.label)}>
                  {row.items.toLocaleString('en')}
                </ExploreLink>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
