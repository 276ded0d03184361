import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { actionTypeOf } from '../common/action-types.ts';
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
    [messages.runFigures.finishedIn24Hours, finished.toLocaleString('en')],
    [messages.runFigures.succeeded, finished === 0 ? '–' : `${Math.round((success / finished) * 100)} %`],
    [messages.runFigures.waitingOrRunning, (data?.waiting ?? 0).toLocaleString('en')],
    [messages.runFigures.medianWait, wait === null ? '–' : messages.shared.milliseconds(wait)],
  ] as const;
  const pipelines = data?.pipelines ?? [];
  return (
    <>
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
      {pipelines.length === 0 ? undefined : (
        <Table layout="fixed" fz="sm" maw={760} mb="md" aria-label={messages.runFigures.byPipeline}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.runFigures.byPipeline}</Table.Th>
              <Table.Th w={90} ta="right">
                {messages.runFigures.runs}
              </Table.Th>
              <Table.Th w={90} ta="right">
                {messages.runFigures.failed}
              </Table.Th>
              <Table.Th w={130} ta="right">
                {messages.runFigures.codeTime}
              </Table.Th>
              <Table.Th pl="xl">{messages.runFigures.failsMostOften}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {pipelines.map(each => (
              <Table.Tr key={each.pipeline_id}>
                <Table.Td>
                  <Text size="sm" truncate title={each.name}>
                    {each.name}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">{each.runs.toLocaleString('en')}</Table.Td>
                <Table.Td ta="right">{each.failed.toLocaleString('en')}</Table.Td>
                <Table.Td ta="right">{messages.runFigures.seconds(each.code_seconds)}</Table.Td>
                <Table.Td pl="xl">
                  <Text size="sm" truncate>
                    {each.failing === null ? '–' : (actionTypeOf(each.failing)?.title ?? each.failing)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}
