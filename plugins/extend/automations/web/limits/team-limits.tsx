import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';
import { limitRows } from './limit-rows.ts';

/** Milliseconds between two looks. */
const EVERY_MS = 5_000;

/** The limits of the team with what it uses now, and why runs wait; nothing without limits. */
export function TeamLimits(): JSX.Element | undefined {
  const { ownLimits } = useService(AutomationsClient);
  const team = useTeam();
  const { data } = useQuery({
    queryKey: [...automationsKey(team.id), 'limits'],
    queryFn: () => ownLimits.getAutomationLimits(),
    refetchInterval: EVERY_MS,
  });
  if (data === undefined) return undefined;
  const rows = limitRows(data.limits, data.usage).filter(each => each.limit !== null);
  if (!data.off && rows.length === 0 && data.held.length === 0) return undefined;
  return (
    <Stack gap="xs" pb="sm">
      {data.off ? <Alert color="yellow">{messages.teamLimits.off}</Alert> : undefined}
      {data.off
        ? undefined
        : data.held.map(each => (
            <Alert key={each.reason} color="yellow" p="xs">
              {messages.teamLimits.held(each.runs, each.reason)}
            </Alert>
          ))}
      {rows.length === 0 ? undefined : (
        <Text size="sm" c="var(--loupe-muted)">
          {rows.map(each => `${each.title}: ${messages.teamLimits.of(each.used, each.limit)}`).join(' · ')}
        </Text>
      )}
    </Stack>
  );
}
