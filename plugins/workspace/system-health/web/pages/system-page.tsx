import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { RefreshedPage } from '#core/ui/web/index.ts';
import { MailTest } from '../mail-test.tsx';
import { messages } from '../messages.ts';
import { QueueTable } from '../queue-table.tsx';
import { StorageTable } from '../storage-table.tsx';
import { SystemClient } from '../system-client.ts';
import { SystemFigures } from '../system-figures.tsx';

/** State of the installation; asked for again every 15 seconds while it is shown. */
export default function SystemPage(): JSX.Element {
  const { api } = useService(SystemClient);
  const query = useQuery({ queryKey: ['admin', 'system'], queryFn: () => api.getSystem(), refetchInterval: 15_000 });
  return (
    <RefreshedPage title={messages.systemPage.system} query={query}>
      {system => (
        <>
          <SystemFigures system={system} />
          <QueueTable queues={system.queues} />
          <StorageTable />
          <MailTest kind={system.mail} />
        </>
      )}
    </RefreshedPage>
  );
}
