import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { EventStream } from '#core/api/web/index.ts';
import type { JobView } from '../common/index.ts';
import { KernelClient } from './kernel-client.ts';
import { useService } from './plugin-scope.tsx';

/**
 * A job as it goes on; undefined until it is known, and while `id` is. It is polled as well, since messages may be
 * missed.
 */
export function useJob(id: string | undefined): JobView | undefined {
  const { api } = useService(KernelClient);
  const events = useService(EventStream);
  const queries = useQueryClient();
  useEffect(() => {
    if (id === undefined) return undefined;
    const listening = events.onMessage(message => {
      if (message.type !== 'job') return;
      const { job } = message as unknown as { readonly job: JobView };
      if (job.id === id) queries.setQueryData(['core', 'job', id], job);
    });
    return () => listening.dispose();
  }, [events, id, queries]);
  return useQuery({
    queryKey: ['core', 'job', id],
    queryFn: () => api.getJob({ params: { job_id: id! } }),
    enabled: id !== undefined,
    refetchInterval: query => (query.state.data?.finishedAt === null || query.state.data === undefined ? 2000 : false),
  }).data;
}
