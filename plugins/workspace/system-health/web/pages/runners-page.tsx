import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { RefreshedPage } from '#core/ui/web/index.ts';
import { EngineTable } from '../engine-table.tsx';
import { messages } from '../messages.ts';
import { SystemClient } from '../system-client.ts';

const kinds = ['code', 'model', 'provider'] as const;

/** Runners of code, models and providers of the installation; asked for again every 15 seconds while it is shown. */
export default function RunnersPage(): JSX.Element {
  const { engines } = useService(SystemClient);
  const query = useQuery({
    queryKey: ['admin', 'runners'],
    queryFn: () => engines.listEngines(),
    refetchInterval: 15_000,
  });
  return (
    <RefreshedPage title={messages.engines.title} query={query}>
      {({ isolation, data }) => (
        <>
          {isolation === 'full' ? (
            <Text size="sm">{messages.engines.full}</Text>
          ) : (
            <Alert color="orange" title={messages.engines.reduced} maw={720}>
              {messages.engines.reducedHelp}
            </Alert>
          )}
          {kinds.map(kind => (
            <EngineTable key={kind} kind={kind} engines={data.filter(each => each.kind === kind)} />
          ))}
        </>
      )}
    </RefreshedPage>
  );
}
