import { useMemo } from 'react';
import type { JSX } from 'react';
import { percentText } from '../../common/format.ts';
import type { Series } from '../../common/report.ts';
import classes from '../analytics.module.css';
import { Chart, chartColors, chartStyle } from '../kit/chart.tsx';
import type { Draw } from '../kit/draw.ts';
import { messages } from '../messages.ts';

interface Point {
  readonly week: Date;
  readonly share: number;
  readonly person: string;
}

/** The share of each person's items that were accepted the first time, week by week. */
export function AcceptanceChart({ series }: { readonly series: readonly Series[] }): JSX.Element {
  const colors = series.map((_, at) => chartColors[at % chartColors.length]!);
  const draw = useMemo((): Draw => {
    const points = series.flatMap(({ key, points: weeks }): Point[] =>
      weeks.map(([week, share]) => ({ week: new Date(`${week}T00:00:00`), share, person: key })),
    );
    const names = new Map(series.map(each => [each.key, each.label]));
    return (plot, size) =>
      plot.plot({
        ...size,
        marginLeft: 44,
        marginBottom: 26,
        marginTop: 10,
        style: chartStyle,
        x: { type: 'time', label: null, tickSize: 3, interval: 'week', tickFormat: '%-d %b', ticks: 8 },
        y: { domain: [0, 1], grid: true, label: null, tickFormat: percentText, ticks: 5 },
        color: { domain: series.map(each => each.key), range: chartColors },
        marks: [
          plot.lineY(points, { x: 'week', y: 'share', stroke: 'person', strokeWidth: 1.8 }),
          plot.dot(points, {
            x: 'week',
            y: 'share',
            fill: 'person',
            r: 3,
            title: (each: Point) => `${names.get(each.person)}: ${percentText(each.share)}`,
            tip: true,
          }),
        ],
      });
  }, [series]);
  return (
    <>
      <Chart draw={draw} label={messages.qualitySection.acceptedOverTimeOf(series.length)} />
      <div className={classes['legend']}>
        {series.map((each, at) => (
          <span key={each.key}>
            <span className={classes['swatch']} style={{ background: colors[at] }} />
            {each.label}
          </span>
        ))}
      </div>
    </>
  );
}
