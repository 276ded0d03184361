import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { AutomationsClient, automationsKey } from './automations-client.ts';
import classes from './automations.module.css';

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
    ['Runs in 24 hours', finished.toLocaleString('en')],
    ['Succeeded', finished === 0 ? '–' : `${Math.round((success / finished) * 100)} %`],
    ['Waiting or running', (data?.waiting ?? 0).toLocaleString('en')],
    ['Median wait', wait === null ? '–' : wait < 1000 ? `${wait} ms` : `${(wait / 1000).toFixed(1)} s`],
  ] as const;
  return (
    <div className={classes['cards']} role="group" aria-label="Last 24 hours">
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
