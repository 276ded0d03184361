import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon, PageBody, PageHeader } from '#core/ui/web/index.ts';
import { EngineTable } from '../engine-table.tsx';
import { messages } from '../messages.ts';
import { SystemClient } from '../system-client.ts';

const kinds = ['code', 'model', 'provider'] as const;

/** Runners of code, models and providers of the installation; asked for again every 15 seconds while it is shown. */
export default function RunnersPage(): JSX.Element {
  const { engines } = useService(SystemClient);
  const found = useQuery({
    queryKey: ['admin', 'runners'],
    queryFn: () => engines.listEngines(),
    refetchInterval: 15_000,
  });
  if (found.error !== null && found.data === undefined)
    return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  const { data } = found;
  return (
    <>
      <PageHeader title={messages.engines.title}>
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
            {data.isolation === 'full' ? (
              <Text size="sm">{messages.engines.full}</Text>
            ) : (
              <Alert color="orange" title={messages.engines.reduced} maw={720}>
                {messages.engines.reducedHelp}
              </Alert>
            )}
            {kinds.map(kind => (
              <EngineTable key={kind} kind={kind} engines={data.data.filter(each => each.kind === kind)} />
            ))}
          </Stack>
        )}
      </PageBody>
    </>
  );
}
