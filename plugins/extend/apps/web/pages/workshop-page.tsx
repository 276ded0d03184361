import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useParams } from 'react-router-dom';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, PageBody } from '#core/ui/web/index.ts';
import { AppsClient, appsKey } from '../apps-client.ts';
import { Workshop } from '../workshop/workshop.tsx';

/** Shows an app's code, preview, permissions and versions. */
export default function WorkshopPage(): JSX.Element {
  const { api } = useService(AppsClient);
  const team = useTeam();
  const id = Number(useParams()['appId']);
  const app = useQuery({
    queryKey: [...appsKey(team.id), 'draft', id],
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: () => api.getApp({ params: { team_id: team.id, app_id: id } }),
  });
  if (app.error !== null) return <ErrorPanel error={app.error} onRetry={() => void app.refetch()} />;
  if (app.data === undefined)
    return (
      <PageBody>
        <Skeleton h={34} mb="sm" />
        <Skeleton h={400} />
      </PageBody>
    );
  return <Workshop key={id} initial={app.data} />;
}
