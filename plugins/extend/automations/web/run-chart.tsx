import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { Icon, Segments, Tooltip } from '#core/ui/web/index.ts';
import type { RunState } from '../common/run-states.ts';
import { AutomationsClient, automationsKey } from './automations-client.ts';
import type { Bucket, OpenedBar } from './chart-bars.ts';
import { barsInside, barsUntilNow, chartSpans, narrower } from './chart-bars.ts';
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
  const [opened, setOpened] = useState<readonly OpenedBar[]>([]);
  const within = opened.at(-1);
  const bucket = within === undefined ? chartSpans[span].bucket : narrower[within.bucket]!.bucket;
  const { data } = useQuery({
    queryKey: [...automationsKey(team.id), 'chart', filter, span, within?.at.getTime(), bucket],
    queryFn: async () => {
      const { bars, end } = within === undefined ? barsUntilNow(span) : barsInside(within);
      const query = { ...filter, from: bars[0]!.toISOString(), to: end.toISOString(), bucket };
      const counted = await api.automationCharts({ query });
      const byTime = new Map(counted.data.map(each => [Date.parse(each.t), each]));
      return bars.map(at => ({ at, counts: byTime.get(at.getTime()) }));
    },
  });
  const most = Math.max(
    0,
    ...(data ?? []).map(({ counts = { success: 0, failed: 0 } }) => counts.success + counts.failed),
  );
  return (
    <section aria-label={messages.runChart.runsOverTime} className={classes['chart']}>
      <Group justify="space-between">
        <Group gap="xs">
          {within === undefined ? undefined : (
            <ActionIcon aria-label={messages.runChart.back} onClick={() => setOpened(opened.slice(0, -1))}>
              <Icon name="back" />
            </ActionIcon>
          )}
          <Text fw={600}>{within === undefined ? chartSpans[span].title : timeText(within.bucket, within.at)}</Text>
        </Group>
        <Segments
          aria-label={messages.shared.time}
          value={span}
          onChange={next => {
            setSpan(next);
            setOpened([]);
          }}
          data={[
            { value: 'day', label: messages.runChart.number24Hours },
            { value: 'month', label: messages.runChart.number30Days },
          ]}
        />
      </Group>
      {data !== undefined && most === 0 ? (
        <Text size="sm" c="var(--loupe-muted)" mt="xs">
          {Object.keys(filter).length > 0 ? messages.runChart.nothingMatches : messages.runChart.nothingFinished}
        </Text>
      ) : undefined}
      <ol className={classes['bars']}>
        {data?.map(({ at, counts }) => {
          const { success = 0, failed = 0 } = counts ?? {};
          const label = messages.runChart.timeTextSucceededFailed(timeText(bucket, at), success, failed);
          const parts = (
            <>
              <span className={classes['failed']} style={{ height: `${(failed / Math.max(1, most)) * 100}%` }} />
              <span className={classes['success']} style={{ height: `${(success / Math.max(1, most)) * 100}%` }} />
            </>
          );
          const opens = success + failed > 0 && narrower[bucket] !== undefined;
          return (
            <Tooltip key={at.getTime()} label={label}>
              <li className={classes['bar']} {...(opens ? {} : { 'aria-label': label })}>
                {opens ? (
                  <UnstyledButton
                    className={classes['opens']!}
                    aria-label={label}
                    onClick={() => setOpened([...opened, { at, bucket }])}
                  >
                    {parts}
                  </UnstyledButton>
                ) : (
                  parts
                )}
              </li>
            </Tooltip>
          );
        })}
      </ol>
    </section>
  );
}

const formats: Readonly<Record<Bucket, Intl.DateTimeFormatOptions>> = {
  day: { day: 'numeric', month: 'short' },
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
};

const timeText = (bucket: Bucket, at: Date): string => at.toLocaleString('en', formats[bucket]);
