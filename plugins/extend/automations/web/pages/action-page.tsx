import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useParams } from 'react-router-dom';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, PageBody } from '#core/ui/web/index.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { ActionEditor } from '../code/action-editor.tsx';

/** The code of one custom action. */
export default function ActionPage(): JSX.Element {
  const { actions } = useService(AutomationsClient);
  const team = useTeam();
  const id = Number(useParams()['actionId']);
  const task = useQuery({
    queryKey: [...automationsKey(team.id), 'action', id],
    queryFn: () => actions.getCustomTask({ params: { custom_task_id: id } }),
  });
  if (task.data !== undefined) return <ActionEditor key={id} task={task.data} />;
  return (
    <PageBody>
      {task.error === null ? (
        <Skeleton h={320} />
      ) : (
        <ErrorPanel error={task.error} onRetry={() => void task.refetch()} />
      )}
    </PageBody>
  );
}
