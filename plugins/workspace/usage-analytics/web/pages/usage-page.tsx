import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, PageBody, PageHeader, PageToolbar, Segments, Time } from '#core/ui/web/index.ts';
import type { UsageSettings, UsageSink, UsageSpan } from '../../common/api.ts';
import { usageSpans } from '../../common/api.ts';
import { ExportDialog, teamChoices } from '../export-dialog.tsx';
import { messages } from '../messages.ts';
import { SinkDialog } from '../sink-dialog.tsx';
import { UsageClient } from '../usage-client.ts';
import { UsageExports } from '../usage-exports.tsx';
import { UsageTables } from '../usage-tables.tsx';

/** Counts of the actions that people run, and the place where they are sent. */
export default function UsagePage(): JSX.Element {
  const { api } = useService(UsageClient);
  const [days, setDays] = useState<UsageSpan>(30);
  const [team, setTeam] = useState<string | null>(null);
  const [choosing, setChoosing] = useState<UsageSink>();
  const [exporting, setExporting] = useState(false);
  const settings = useQuery({ queryKey: ['admin', 'usage', 'settings'], queryFn: () => api.getUsageSettings() });
  const query = { days, ...(team === null ? {} : { team: Number(team) }) };
  const figures = useQuery({
    queryKey: ['admin', 'usage', 'figures', query],
    queryFn: () => api.getUsage({ query }),
    placeholderData: keepPreviousData,
  });
  const failed = [settings, figures].find(each => each.error !== null && each.data === undefined);
  if (failed !== undefined && failed.error !== null)
    return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />;
  const isOff = settings.data?.sink === 'off';
  const isEmpty = figures.data !== undefined && figures.data.actions.length === 0;
  const unused = isEmpty && team === null && settings.data?.sink !== 'table';
  return (
    <>
      <PageHeader title={messages.shared.usage}>
        {unused ? undefined : (
          <Button variant="default" leftSection={<Icon name="download" size={14} />} onClick={() => setExporting(true)}>
            {messages.usagePage.export}
          </Button>
        )}
        {settings.data === undefined ? undefined : (
          <Button variant="default" onClick={() => setChoosing(settings.data.sink)}>
            {messages.usagePage.settings}
          </Button>
        )}
      </PageHeader>
      {unused ? undefined : (
        <PageToolbar>
          <Select
            aria-label={messages.shared.team}
            placeholder={messages.shared.allTeams}
            clearable
            searchable
            w={220}
            value={team}
            onChange={setTeam}
            data={teamChoices(figures.data?.teams ?? [])}
          />
          <Segments
            aria-label={messages.usagePage.span}
            value={String(days)}
            onChange={value => setDays(usageSpans.find(each => String(each) === value) ?? 30)}
            data={usageSpans.map(each => ({ value: String(each), label: messages.usagePage.days[each] }))}
          />
        </PageToolbar>
      )}
      <PageBody>
        {settings.data === undefined || figures.data === undefined ? (
          <Skeleton h={300} />
        ) : (
          <Stack gap="md">
            <Delivery settings={settings.data} />
            {isOff && !isEmpty ? <Text c="var(--loupe-muted)">{messages.usagePage.earlier}</Text> : undefined}
            {isOff && unused ? (
              <EmptyState icon="chart" text={messages.usagePage.off}>
                <Button onClick={() => setChoosing('table')}>{messages.usagePage.turnOn}</Button>
              </EmptyState>
            ) : undefined}
            {isEmpty && !unused ? <EmptyState icon="chart" text={messages.usagePage.none} /> : undefined}
            {isEmpty ? undefined : <UsageTables figures={figures.data} />}
            <UsageExports />
          </Stack>
        )}
      </PageBody>
      <ExportDialog
        opened={exporting}
        onClose={() => setExporting(false)}
        days={days}
        team={team}
        teams={figures.data?.teams ?? []}
      />
      <SinkDialog settings={settings.data} suggested={choosing} onClose={() => setChoosing(undefined)} />
    </>
  );
}

/** State of the deliveries to an address or a file. */
function Delivery({ settings }: { readonly settings: UsageSettings }): JSX.Element | undefined {
  const { sink, error, delivered_at: delivered, dropped } = settings;
  if (sink !== 'http' && sink !== 'file') return undefined;
  return (
    <Stack gap="xs">
      <Text>
        {messages.usagePage.sentTo[sink]}{' '}
        {delivered === null ? (
          messages.usagePage.noDelivery
        ) : (
          <>
            {messages.usagePage.lastDelivery} <Time iso={delivered} />
          </>
        )}
      </Text>
      {error === null ? undefined : (
        <Alert color="red" role="alert">
          {messages.usagePage.failed(error)}
        </Alert>
      )}
      {dropped === 0 ? undefined : <Text c="var(--loupe-muted)">{messages.usagePage.dropped(dropped)}</Text>}
    </Stack>
  );
}
