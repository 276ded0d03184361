import { ActionIcon, Button, Group, Indicator, Popover, Progress, ScrollArea, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { EventStream } from '#core/api/web/index.ts';
import type { JobView } from '#core/kernel/common/index.ts';
import { KernelClient, Panel, usePanels, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { EmptyState, Icon, toastError, Tooltip } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

const running = (job: JobView): boolean => job.state === 'NOT_STARTED' || job.state === 'IN_PROGRESS';

/** Long work of the person in this team: progress, cancel, result. */
export function JobsMenu(): JSX.Element | undefined {
  const { api } = useService(KernelClient);
  const events = useService(EventStream);
  const queries = useQueryClient();
  const { team } = useSnapshot(useService(TeamStore).state);
  const [opened, setOpened] = useState(false);
  const jobs = useQuery({
    queryKey: ['core', 'jobs', team?.id],
    queryFn: () => api.listJobs({ query: { limit: 30 } }),
    enabled: team !== undefined,
  });

  useEffect(() => {
    const listening = events.onMessage(message => {
      if (message.type === 'job') void queries.invalidateQueries({ queryKey: ['core', 'jobs'] });
    });
    return () => listening.dispose();
  }, [events, queries]);

  if (team === undefined) return undefined;
  const list = jobs.data?.data ?? [];
  const active = list.filter(running).length;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} shadow="md">
      <Indicator disabled={active === 0} label={active} size={14}>
        <Popover.Target>
          <Tooltip label={messages.jobsMenu.jobs}>
            <ActionIcon aria-label={messages.jobsMenu.jobsActiveRunning(active)} onClick={() => setOpened(!opened)}>
              <Icon name="activity" />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p="xs" aria-label={messages.jobsMenu.jobs}>
        {list.length === 0 ? (
          <EmptyState icon="activity" text={messages.jobsMenu.uploadsExportsAndOtherLong} />
        ) : (
          <ScrollArea.Autosize mah={420}>
            <Stack gap={4}>
              {list.map(job => (
                <JobEntry
                  key={job.id}
                  job={job}
                  onCancel={() => void api.cancelJob({ params: { job_id: job.id } }).catch(toastError)}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** One job. The plugin whose it is may show what came of it, by a panel at the place `job.PLUGIN.NAME`. */
function JobEntry({ job, onCancel }: { readonly job: JobView; readonly onCancel: () => void }): JSX.Element {
  const results = usePanels(`job.${job.plugin}.${job.name}`);
  const summary = (
    <Text size="sm" c="var(--loupe-muted)" lineClamp={2}>
      {job.error?.message ??
        job.text ??
        (job.total === null
          ? ''
          : messages.jobsMenu.doneOf(job.done.toLocaleString('en'), job.total.toLocaleString('en')))}
    </Text>
  );
  return (
    <Stack gap={4} px={6} py={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={500} lineClamp={1}>
          {job.title}
        </Text>
        {running(job) ? (
          <Button size="compact-xs" variant="subtle" color="gray" disabled={job.cancelRequested} onClick={onCancel}>
            {job.cancelRequested ? messages.jobsMenu.stopping : messages.jobsMenu.cancel}
          </Button>
        ) : (
          <Text size="sm" c={job.state === 'FAILED' ? 'var(--loupe-danger)' : 'var(--loupe-muted)'}>
            {job.error?.code === 'CANCELED'
              ? messages.jobsMenu.cancelled
              : job.state === 'FAILED'
                ? messages.jobsMenu.failed
                : messages.jobsMenu.done}
          </Text>
        )}
      </Group>
      {running(job) ? (
        <Progress
          aria-label={messages.jobsMenu.progress}
          value={job.total === null || job.total === 0 ? 100 : (job.done / job.total) * 100}
          animated={job.total === null}
          size="sm"
        />
      ) : undefined}
      {running(job) || results.length === 0
        ? summary
        : results.map(panel => (
            <Panel key={`${panel.plugin}.${panel.name}`} panel={panel} context={{ job }} fallback={summary} />
          ))}
    </Stack>
  );
}
