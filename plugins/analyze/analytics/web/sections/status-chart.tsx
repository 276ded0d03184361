import { useMemo } from 'react';
import type { JSX } from 'react';
import { useStatuses } from '#plugins/workspace/items/web/kit/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { Series } from '../../common/report.ts';
import type { Draw } from '../kit/draw.ts';
import { Chart, chartStyle } from '../kit/chart.tsx';
import { messages } from '../messages.ts';

/** Days that each get a mark on the axis, at most. */
const MOST_DAY_TICKS = 14;

/** Items by status at the end of each day, on top of each other. */
export function StatusChart({
  series,
  height,
}: {
  readonly series: readonly Series[];
  readonly height?: number;
}): JSX.Element {
  const statuses = useStatuses(useProject().id);
  const days = series[0]?.points ?? [];
  const draw = useMemo((): Draw => {
    const looks = series.map(
      each =>
        statuses.find(status => `status:${status.value}` === each.key) ??
        itemStatusOf(Number(each.key.slice(7)), each.label),
    );
    const points = series.flatMap(({ points: all }, at) =>
      all.map(([day, items]) => ({ day: new Date(`${day}T00:00:00`), items, status: looks[at]!.title })),
    );
    return (plot, size) =>
      plot.plot({
        ...size,
        marginLeft: 44,
        marginBottom: 26,
        marginTop: 10,
        style: chartStyle,
        x: { type: 'time', label: null, tickSize: 3, ...(days.length > MOST_DAY_TICKS ? {} : { ticks: 'day' }) },
        y: { grid: true, label: null, tickFormat: 's', ticks: 5 },
        color: { domain: looks.map(each => each.title), range: looks.map(each => each.color) },
        marks: [
          plot.rectY(
            points,
            plot.stackY({
              x: 'day',
              interval: 'day',
              y: 'items',
              fill: 'status',
              insetLeft: days.length > MOST_DAY_TICKS ? 0 : 1,
            }),
          ),
          plot.ruleY([0], { stroke: 'var(--loupe-line-strong)' }),
          plot.tip(
            points,
            plot.pointerX(
              plot.stackY({
                x: 'day',
                interval: 'day',
                y: 'items',
                stroke: 'status',
                title: each =>
                  `${each.status}: ${each.items.toLocaleString('en')}\n${each.day.toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric' })}`,
              }),
            ),
          ),
        ],
      });
  }, [series, statuses, days.length]);
  return (
    <Chart
      draw={draw}
      {...(height === undefined ? {} : { height })}
      label={messages.statusChart.itemsByStatusFromNameTo(days[0]?.[0] ?? '', days.at(-1)?.[0] ?? '')}
    />
  );
}
