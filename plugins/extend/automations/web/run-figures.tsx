import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { AutomationsClient, automationsKey } from './automations-client.ts';
import classes from './automations.module.css';
import { messages } from './messages.ts';

/** The last 24 hours in figures. */
export function RunFigures(): JSX.Element {
  const { api } = useService(AutomationsClient);
  const team = useTeam();
  const { data } = useQuery({
    queryKey: [...automationsKey(team.id), 'dashboard'],
    queryFn: () => api.automationDashboard(),
  });
  const { success = 0, failed = 0 } = data?.last_day ?? {};
  const finished = success + failed;
  const wait = data?.median_wait_ms ?? null;
  const figures = [
    [messages.runFigures.runsIn24Hours, finished.toLocaleString('en')],
    [messages.runFigures.succeeded, finished === 0 ? '–' : `${Math.round((success / finished) * 100)} %`],
    [messages.runFigures.waitingOrRunning, (data?.waiting ?? 0).toLocaleString('en')],
    [
      messages.runFigures.medianWait,
      wait === null ? '–' : wait < 1000 ? messages.runFigures.waitMs(wait) : `${(wait / 1000).toFixed(1)} s`,
    ],
  ] as const;
  return (
    <div className={classes['cards']} role="group" aria-label={messages.shared.last24Hours}>
      {figures.map(([title, value]) => (
        <div key={title} className={classes['figure']}>
          <Text size="sm" c="var(--loupe-muted)">
            {title}
          </Text>
          <Text fw={600} size="lg">
            {value}
          </Text>
        </div>
      ))}
    </div>
  );
}
