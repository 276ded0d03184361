import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { nextLabel } from '../../common/work-order.ts';
import { MyWorkClient } from '../my-work-client.ts';
import { useNextTask } from '../use-next-task.ts';

/**
 * Opens the next item of the project for who annotates or reviews; not there while none waits: requests have a button
 * of their own.
 */
export default function NextButton({ context }: PanelProps): JSX.Element | undefined {
  const projectId = Number(context['projectId']);
  const { api } = useService(MyWorkClient);
  const { open, busy } = useNextTask();
  const { data } = useQuery({
    queryKey: ['myWork', projectId],
    queryFn: async () => (await api.listMyWork({ query: { project_id: projectId } })).data,
  });
  const [work] = data ?? [];
  if (work === undefined || work.waiting === 0) return undefined;
  return (
    <Button size="compact-sm" loading={busy} leftSection={<Icon name="play" size={14} />} onClick={() => open(work)}>
      {nextLabel(work)}
    </Button>
  );
}
