import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon, PageBody, PageHeader } from '#core/ui/web/index.ts';
import { MailTest } from '../mail-test.tsx';
import { messages } from '../messages.ts';
import { QueueTable } from '../queue-table.tsx';
import { StorageTable } from '../storage-table.tsx';
import { SystemClient } from '../system-client.ts';
import { SystemFigures } from '../system-figures.tsx';

/** State of the installation; asked for again every 15 seconds while it is shown. */
export default function SystemPage(): JSX.Element {
  const { api } = useService(SystemClient);
  const found = useQuery({ queryKey: ['admin', 'system'], queryFn: () => api.getSystem(), refetchInterval: 15_000 });
  if (found.error !== null && found.data === undefined)
    return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  const { data } = found;
  return (
    <>
      <PageHeader title={messages.systemPage.system}>
        <Button
          variant="default"
          loading={found.isFetching && data !== undefined}
          leftSection={<Icon name="refresh" size={14} />}
          onClick={() => void found.refetch()}
        >
          {messages.systemPage.refresh}
        </Button>
      </PageHeader>
      <PageBody>
        {data === undefined ? (
          <Skeleton h={400} />
        ) : (
          <Stack gap={32}>
            <SystemFigures system={data} />
            <QueueTable queues={data.queues} />
            <StorageTable />
            <MailTest kind={data.mail} />
          </Stack>
        )}
      </PageBody>
    </>
  );
}
