import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, PageBody, PageHeader } from '#core/ui/web/index.ts';
import { AdminClient } from '../admin-client.ts';
import { MaintenanceForm } from '../maintenance-form.tsx';
import { messages } from '../messages.ts';

/** Announces maintenance of the installation, begins and ends it. */
export default function MaintenancePage(): JSX.Element {
  const { maintenance } = useService(AdminClient);
  const found = useQuery({ queryKey: ['admin', 'maintenance'], queryFn: () => maintenance.getMaintenance() });
  if (found.error !== null && found.data === undefined)
    return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  const notice = found.data?.maintenance ?? undefined;
  return (
    <>
      <PageHeader title={messages.shared.maintenance} />
      <PageBody>
        {found.data === undefined ? (
          <Skeleton h={240} maw={520} />
        ) : (
          <MaintenanceForm key={JSON.stringify(notice)} notice={notice} onChanged={() => void found.refetch()} />
        )}
      </PageBody>
    </>
  );
}
