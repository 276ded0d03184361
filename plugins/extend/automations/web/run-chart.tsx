import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { Segments, Tooltip } from '#core/ui/web/index.ts';
import type { RunState } from '../common/run-states.ts';
import { AutomationsClient, automationsKey } from './automations-client.ts';
import { barsOf, chartSpans } from './chart-bars.ts';
import { messages } from './messages.ts';
import classes from './run-chart.module.css';

interface RunChartProps {
  readonly filter: { readonly pipeline_id?: number; readonly state?: RunState; readonly event?: string };
}

/** Runs over time, in the time zone of the browser. */
export function RunChart({ filter }: RunChartProps): JSX.Element {
  const { api } = useService(AutomationsClient);
  const team = useTeam();
  const [span, setSpan] = useState<keyof typeof chartSpans>('day');
  const { bucket, title } = chartSpans[span];
  const { data } = useQuery({
    queryKey: [...automationsKey(team.id), 'chart', filter, span],
    queryFn: async () => {
      const now = new Date();
      const bars = barsOf(span, now);
      const query = { ...filter, from: bars[0]!.toISOString(), to: now.toISOString(), bucket };
      const counted = await api.automationCharts({ query });
      const byTime = new Map(counted.data.map(each => [Date.parse(each.t), each]));
      return bars.map(at => ({ at, counts: byTime.get(at.getTime()) }));
    },
  });
  const most = Math.max(
    1,
    ...(data ?? []).map(({ counts }) => (counts === undefined ? 0 : counts.success + counts.failed)),
  );
  return (
    <section aria-label={messages.runChart.runsOverTime} className={classes['chart']}>
      <Group justify="space-between">
        <Text fw={600}>{title}</Text>
        <Segments
          aria-label={messages.shared.time}
          value={span}
          onChange={setSpan}
          data={[
            { value: 'day', label: messages.runChart.number24Hours },
            { value: 'month', label: messages.runChart.number30Days },
          ]}
        />
      </Group>
      <ol className={classes['bars']}>
        {data?.map(({ at, counts }) => {
          const { success = 0, failed = 0 } = counts ?? {};
          const label = `${timeText(span, at)}: ${success} succeeded, ${failed} failed`;
          return (
            <Tooltip key={at.getTime()} label={label}>
              <li className={classes['bar']} aria-label={label}>
                <span className={classes['failed']} style={{ height: `${(failed / most) * 100}%` }} />
                <span className={classes['success']} style={{ height: `${(success / most) * 100}%` }} />
              </li>
            </Tooltip>
          );
        })}
      </ol>
    </section>
  );
}

const timeText = (span: keyof typeof chartSpans, at: Date): string =>
  at.toLocaleString(
    'en',
    span === 'day' ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { day: 'numeric', month: 'short' },
  );
